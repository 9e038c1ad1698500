// A picture is made small and square before it is sent, without what a camera wrote into it, such as the place.
// Without this script it has to be small already.

const SIDE = 192;

async function smaller(file) {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const canvas = Object.assign(document.createElement("canvas"), { width: SIDE, height: SIDE });
  const drawing = canvas.getContext("2d");
  drawing.fillStyle = "white"; // a JPEG has no transparent parts
  drawing.fillRect(0, 0, SIDE, SIDE);
  drawing.drawImage(image, (image.width - side) / 2, (image.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
  const made = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
  return new File([made], "picture.jpg", { type: made.type });
}

for (const input of document.querySelectorAll("input[data-small]")) {
  const button = input.form.querySelector("button");
  input.addEventListener("change", async () => {
    if (!input.files.length) return;
    button.disabled = true;
    try {
      const files = new DataTransfer();
      files.items.add(await smaller(input.files[0]));
      input.files = files.files;
    } catch {
      // Not a picture that this browser reads: the service says what it takes.
    }
    button.disabled = false;
  });
}
