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
