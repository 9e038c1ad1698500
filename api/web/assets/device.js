// What depends on the device: times in its zone, sharing by its menu, and pages that open without a connection.

const { lang } = document.documentElement;
const locale = navigator.languages.find((one) => one.startsWith(lang)) ?? lang;
const local = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

for (const time of document.querySelectorAll('time[datetime*="T"]')) {
  time.title = time.textContent;
  time.textContent = local.format(new Date(time.dateTime));
}

// The link of a page and its text go to another app; where the device has no menu for that, they are copied.
for (const button of document.querySelectorAll("button.share")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const { title, address, done } = button.dataset;
    const text = document.querySelector("meta[name=description]")?.content ?? title;
    if (navigator.share) {
      await navigator.share({ title, text, url: address }).catch(() => {});
      return;
    }
    await copy(`${title}\n${address}`);
    button.textContent = done;
  });
}

// Pages that did not come over TLS have no clipboard: there the text is selected in a field and copied as by a key.
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

// A device in a network thinks that it is connected, also where the service cannot be reached. sw.js says so of a page
// that it had kept.
const offline = document.getElementById("offline");
function tellConnection(isConnected) {
  if (offline) offline.hidden = isConnected;
}
const [opened] = performance.getEntriesByType("navigation");
const isKept = opened?.serverTiming?.some(({ name }) => name === "kept");
tellConnection(navigator.onLine && !isKept);
addEventListener("online", () => tellConnection(true));
addEventListener("offline", () => tellConnection(false));

// Only pages that came over TLS, or from this machine, may have a worker.
navigator.serviceWorker?.register(new URL("sw.js", document.querySelector("link[rel=manifest]").href));
