// A club's evening through the types that openapi-typescript makes of the contract: `node club.js URL TOKEN`.
import createClient from "openapi-fetch";
import type { components, paths } from "./contract.js";

const [url, token] = process.argv.slice(2);
const client = createClient<paths, "application/json">({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } });

function some<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("an answer without what the contract tells");
  return value;
}

function same(value: unknown, expected: unknown): void {
  if (value !== expected) throw new Error(`expected ${expected}, found ${value}`);
}

const record: components["schemas"]["Record"] = {
  format: "daifu/1",
  rules: "dalmuti",
  players: ["Haru", "Natsu", "Aki", "Fuyu"],
  event: { name: "Friday", date: "2026-08-07", "our own": "kept" },
  deals: [{ result: { order: [2, 1, 4, 3] } }],
};

const stored = some((await client.POST("/v1/records", { body: record })).data);
same(stored.status, "created");
const id = some(stored.id ?? undefined);

const found = await client.GET("/v1/records/{id}", { params: { path: { id } } });
same(some(found.data).event?.["our own"], "kept");
const corrected = await client.PUT("/v1/records/{id}", {
  params: { path: { id }, query: { reason: "misread" }, header: { "If-Match": some(found.response.headers.get("ETag") ?? undefined) } },
  body: { ...record, deals: [{ result: { order: [1, 2, 4, 3] } }] },
});
same(some(corrected.data).revision, 2);

const page = some((await client.GET("/v1/records", { params: { query: { limit: 1 } } })).data);
same(page.records.length, 1);

const stats = some((await client.GET("/v1/stats/{profile}", { params: { path: { profile: "dalmuti" } } })).data);
same(typeof stats.figures["deals"].value, "number");

const cup = some((await client.POST("/v1/tournaments", { body: { name: "Cup of types", rules: "dalmuti" } })).data);
await client.POST("/v1/tournaments/{id}/changes", {
  params: { path: { id: cup.id }, header: { "If-Match": `"${cup.version}"` } },
  body: { change: "entered", name: "Haru" },
});
const log = some((await client.GET("/v1/tournaments/{id}/log", { params: { path: { id: cup.id }, query: { after: 1 } } })).data);
const change = log.entries[0].change;
same(change.change === "entered" && change.name, "Haru");
