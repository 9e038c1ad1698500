// Shows how far an upload has come, and takes files that are dropped on the form.
// Without this script the form is sent like any other.

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id === "upload") {
    event.preventDefault();
    send(form);
  }
});

function send(form) {
  const line = form.querySelector("#progress");
  const bar = line.querySelector("progress");
  const status = line.querySelector("[role=status]");
  const button = form.querySelector("button");
  const request = new XMLHttpRequest();
  line.hidden = false;
  button.disabled = true;
  status.textContent = status.dataset.sending;
  request.upload.addEventListener("progress", (step) => {
    if (step.lengthComputable) {
      bar.value = step.loaded / step.total;
    }
  });
  request.upload.addEventListener("load", () => {
    bar.removeAttribute("value");
    status.textContent = status.dataset.judging;
  });
  request.addEventListener("error", () => {
    status.textContent = status.dataset.failed;
    button.disabled = false;
  });
  request.addEventListener("load", () => showPage(request.responseText));
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "text/html");
  request.send(new FormData(form));
}

function showPage(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  document.querySelector("main").replaceWith(document.importNode(page.querySelector("main"), true));
  document.title = page.title;
  const heading = document.getElementById("summary") ?? document.querySelector("main h1");
  heading.tabIndex = -1;
  heading.focus();
}

for (const kind of ["dragover", "drop"]) {
  document.addEventListener(kind, (event) => {
    const form = document.getElementById("upload");
    if (!form || !event.dataTransfer?.types.includes("Files")) {
      return;
    }
    event.preventDefault();
    form.classList.toggle("dropping", kind === "dragover");
    if (kind === "drop") {
      form.elements.files.files = event.dataTransfer.files;
    }
  });
}
