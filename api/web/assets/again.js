// A page that waits for something: it looks again by itself.
setTimeout(() => location.reload(), 5000);
