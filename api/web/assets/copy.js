// Buttons that copy the text of a field. Without this script it is selected by hand.

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(field.value);
    } else {
      field.select(); // pages that did not come over TLS have no clipboard
      document.execCommand("copy");
    }
    button.textContent = button.dataset.done;
  });
}
