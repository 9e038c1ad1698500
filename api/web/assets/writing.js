// Shows what is read of a text while it is written. Without this script the form is sent by its button.

const PAUSE = 400; // milliseconds without a key, after which the text is sent

let waiting = 0;
let latest = 0;

document.getElementById("writing").elements.text.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(read, PAUSE);
});

async function read() {
  const form = document.getElementById("writing");
  const number = ++latest;
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.getElementById("read");
  if (number === latest && found) {
    document.getElementById("read").replaceWith(document.importNode(found, true));
  }
}

// A place that is shown below is selected in the text when it is pressed.
document.addEventListener("click", (event) => {
  const place = event.target.closest(".place");
  if (!place) return;
  const text = document.getElementById("writing").elements.text;
  const lines = text.value.split("\n");
  const before = lines.slice(0, place.dataset.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const signs = Array.from(lines[place.dataset.line - 1] ?? "");
  const begin = before + signs.slice(0, place.dataset.column - 1).join("").length;
  const end = before + signs.slice(0, Number(place.dataset.column) - 1 + Number(place.dataset.length)).join("").length;
  text.focus();
  text.setSelectionRange(begin, end);
});
