// Clocks that the service has started count down. Without this script a page shows the time of its loading.

const SECONDS_A_MINUTE = 60;
const TICK_MILLISECONDS = 250;

// Count down the clocks within an element, as long as they are on the page.
export function countDown(within) {
  for (const place of within.querySelectorAll("[data-until]")) {
    const ahead = Date.now() / 1000 - Number(place.dataset.now);
    const clock = place.querySelector(".clock:not(.over)");
    const timer = setInterval(() => {
      const left = Math.ceil(Number(place.dataset.until) + ahead - Date.now() / 1000);
      if (!clock || left <= 0 || !place.isConnected) clearInterval(timer);
      else clock.textContent = `${Math.floor(left / SECONDS_A_MINUTE)}:${String(left % SECONDS_A_MINUTE).padStart(2, "0")}`;
    }, TICK_MILLISECONDS);
  }
}

countDown(document);
