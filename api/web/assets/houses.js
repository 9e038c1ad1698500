// The form of the rules of a club: after each change the page is asked for again, and what is different is put in place.
// Without this script a button does the same.

const form = document.getElementById("house");
const parts = () => new Map([...document.querySelectorAll("[data-part]")].map((part) => [part.id, part]));
let shown = new Map([...parts()].map(([id, part]) => [id, part.outerHTML]));
let asked = 0;

const update = form.querySelector(".below-builder button");
update.hidden = true;
let sendsPlainly = false;

const place = (part, html) => {
  const opened = part.querySelector("details")?.open;
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const at = focused && [focused.name, focused.value, focused.id];
  part.outerHTML = html;
  const now = document.getElementById(part.id);
  if (opened) now.querySelector("details")?.setAttribute("open", "");
  if (at) {
    const fields = [...now.querySelectorAll("input, select, button")];
    (fields.find((one) => one.name === at[0] && (one.value === at[1] || one.id === at[2])) ?? fields[0])?.focus({ preventScroll: true });
  }
};

// What somebody presses stays where it is until they let go, or the tap would miss it.
let released = Promise.resolve();
addEventListener("pointerdown", () => {
  released = new Promise((resolve) => {
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(resolve), { once: true });
  });
});

const look = async (extra) => {
  const number = ++asked;
  const body = new URLSearchParams(new FormData(form));
  if (extra) body.append(...extra);
  const answer = await fetch(form.action, { method: "POST", body });
  if (!answer.ok) throw new Error(answer.statusText);
  if (number !== asked) return;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  await released;
  if (number !== asked) return;
  history.replaceState(null, "", answer.url.split("#")[0]);
  const now = parts();
  for (const part of found.querySelectorAll("[data-part]")) {
    const html = part.outerHTML;
    if (html !== shown.get(part.id) || extra) place(now.get(part.id), html);
    shown.set(part.id, html);
  }
};

// Where the page cannot be asked for, the buttons send the form as they do without this script.
form.addEventListener("change", () => look().catch(() => { update.hidden = false; }));
form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (sendsPlainly || button?.hasAttribute("formaction")) return;
  event.preventDefault();
  look(button?.name ? [button.name, button.value] : undefined).catch(() => {
    sendsPlainly = true;
    form.requestSubmit(button);
  });
});
