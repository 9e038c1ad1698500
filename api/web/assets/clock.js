// Clocks that the service has started count down. Without this script a page shows the time of its loading.

const SECONDS_A_MINUTE = 60;

function text(left) {
  return `${Math.floor(left / SECONDS_A_MINUTE)}:${String(left % SECONDS_A_MINUTE).padStart(2, "0")}`;
}

for (const place of document.querySelectorAll("[data-until]")) {
  const ahead = Date.now() / 1000 - Number(place.dataset.now);
  const clock = place.querySelector(".clock");
  const timer = setInterval(() => {
    const left = Math.ceil(Number(place.dataset.until) + ahead - Date.now() / 1000);
    if (left > 0) clock.textContent = text(left);
    else {
      clearInterval(timer);
      location.reload();
    }
  }, 250);
  if (Number(place.dataset.until) <= Number(place.dataset.now)) clearInterval(timer);
}
