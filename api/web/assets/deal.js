// Steps through a deal without loading whole pages: by keys, by links and by itself.
// Without this script every step is a link.

const KEYS = {
  ArrowRight: "next",
  ArrowLeft: "before",
  ArrowDown: "next-trick",
  ArrowUp: "trick-before",
  Home: "first",
  End: "last",
  f: "next-fault",
  F: "fault-before",
};
const KEPT_PAGES = 40;
const PLAY_MILLISECONDS = 1200;

const pages = new Map();
let latest = 0;
let timer = 0;

function load(address) {
  if (!pages.has(address)) {
    if (pages.size >= KEPT_PAGES) {
      pages.delete(pages.keys().next().value);
    }
    const page = fetch(address, { headers: { Accept: "text/html" } }).then(async (answer) => {
      if (!answer.ok) {
        throw new Error(`${answer.status}`);
      }
      return new DOMParser().parseFromString(await answer.text(), "text/html");
    });
    page.catch(() => pages.delete(address));
    pages.set(address, page);
  }
  return pages.get(address);
}

async function show(address) {
  const request = ++latest;
  let page;
  try {
    page = await load(address);
  } catch {
    location.assign(address);
    return;
  }
  if (request !== latest) {
    return;
  }
  const focused = document.activeElement?.closest("#position")?.querySelector(":focus")?.id;
  replace("#position", page);
  replace(".access", page);
  document.title = page.title;
  history.replaceState(null, "", address);
  document.getElementById("said").textContent = document.querySelector("#position .last").textContent;
  if (focused) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
  arrive();
}

function replace(selector, page) {
  document.querySelector(selector).replaceWith(document.importNode(page.querySelector(selector), true));
}

// After each step: the present action is in view among all, and the next position is loaded ahead.
function arrive() {
  const list = document.querySelector(".tricks");
  const present = list?.querySelector("[aria-current]");
  if (present) {
    list.scrollTop += present.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  }
  offerPlay();
  const next = document.querySelector("a#next");
  if (next) {
    load(next.href).catch(() => {});
  } else {
    pause();
  }
}

function go(id) {
  const link = document.querySelector(`a#${id}`);
  if (link) {
    show(link.href);
  }
}

function offerPlay() {
  const button = document.getElementById("play");
  if (button) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(timer !== 0));
  }
}

function play() {
  timer = setInterval(() => go("next"), PLAY_MILLISECONDS);
  offerPlay();
  go("next");
}

function pause() {
  clearInterval(timer);
  timer = 0;
  offerPlay();
}

function isTyping(target) {
  return target.closest("input, select, textarea, [contenteditable]") !== null;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) {
    return;
  }
  if (event.target.closest(".tricks, .wide") && event.key.startsWith("Arrow") && event.key !== "ArrowLeft" && event.key !== "ArrowRight") {
    return;
  }
  if (event.key === "p") {
    timer ? pause() : play();
  } else if (KEYS[event.key]) {
    event.preventDefault();
    pause();
    go(KEYS[event.key]);
  }
});

document.addEventListener("click", (event) => {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) {
    return;
  }
  if (event.target.closest("#play")) {
    timer ? pause() : play();
    return;
  }
  const link = event.target.closest("a[data-step]");
  if (link) {
    event.preventDefault();
    pause();
    show(link.href);
  }
});

if (document.querySelector("#position .last")) {
  document.getElementById("keys").hidden = false;
  arrive();
}
