// Stars that drift, and lines between near ones: 30 below 768 px, 60 above. Loaded after the page, never waited for.

export {};

const sky = document.querySelector<HTMLElement>("[data-particles]");
const canvas = document.createElement("canvas");
const pen = canvas.getContext("2d");
if (sky && pen) {
  canvas.ariaHidden = "true";
  sky.insertBefore(canvas, sky.firstChild);
  sky.querySelector(".stars")?.remove();
  let width = 0;
  let height = 0;
  let visible = true;
  let paused = false;
  let frame = 0;
  const stars = Array.from({ length: innerWidth < 768 ? 30 : 60 }, () => ({
    x: Math.random(),
    y: Math.random() * 0.8,
    dx: (Math.random() - 0.5) / 9000,
    dy: (Math.random() - 0.5) / 9000,
    size: 0.6 + Math.random() * 1.3,
  }));
  const resize = () => {
    const ratio = Math.min(devicePixelRatio, 2);
    width = canvas.width = sky.clientWidth * ratio;
    height = canvas.height = sky.clientHeight * ratio;
  };
  const draw = () => {
    pen.clearRect(0, 0, width, height);
    const near = Math.min(width, 1200) / 8;
    for (const [index, star] of stars.entries()) {
      star.x = (star.x + star.dx + 1) % 1;
      star.y = (star.y + star.dy + 0.8) % 0.8;
      const x = star.x * width;
      const y = star.y * height;
      pen.fillStyle = "rgb(246 241 229 / 0.8)";
      pen.beginPath();
      pen.arc(x, y, star.size * (width / sky.clientWidth), 0, 7);
      pen.fill();
      for (const other of stars.slice(index + 1)) {
        const distance = Math.hypot(x - other.x * width, y - other.y * height);
        if (distance > near) continue;
        pen.strokeStyle = `rgb(214 226 223 / ${0.28 * (1 - distance / near)})`;
        pen.beginPath();
        pen.moveTo(x, y);
        pen.lineTo(other.x * width, other.y * height);
        pen.stroke();
      }
    }
  };
  const tick = () => {
    draw();
    frame = visible && !paused && !document.hidden ? requestAnimationFrame(tick) : 0;
  };
  const wake = () => {
    if (frame === 0) frame = requestAnimationFrame(tick);
  };
  resize();
  addEventListener("resize", () => {
    resize();
    draw();
  });
  document.addEventListener("visibilitychange", wake);
  new IntersectionObserver(([entry]) => {
    visible = entry?.isIntersecting ?? true;
    wake();
  }).observe(canvas);
  const pause = sky.querySelector<HTMLButtonElement>("[data-pause]");
  if (pause) {
    pause.hidden = false;
    pause.onclick = () => {
      paused = !paused;
      pause.ariaPressed = String(paused);
      wake();
    };
  }
}
