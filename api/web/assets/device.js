// What depends on the device: times in its zone, sharing by its menu, and pages that open without a connection.

const { lang } = document.documentElement;
const locale = navigator.languages.find((one) => one.startsWith(lang)) ?? lang;
const local = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

for (const time of document.querySelectorAll('time[datetime*="T"]')) {
  time.title = time.textContent;
  time.textContent = local.format(new Date(time.dateTime));
}

const offline = document.getElementById("offline");
function tellConnection() {
  if (offline) offline.hidden = navigator.onLine;
}
addEventListener("online", tellConnection);
addEventListener("offline", tellConnection);
tellConnection();

// Only pages that came over TLS, or from this machine, may have a worker.
navigator.serviceWorker?.register(new URL("sw.js", document.querySelector("link[rel=manifest]").href));
