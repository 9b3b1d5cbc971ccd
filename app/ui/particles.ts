// Drifting stars, with lines between near ones: 30 below 768 px, 60 above. Loaded after the page, which never waits for
// it.

export {};

const sky = document.querySelector<HTMLElement>("[data-particles]");
const canvas = document.createElement("canvas");
const pen = canvas.getContext("2d");
if (sky && pen) {
  canvas.ariaHidden = "true";
  sky.querySelector(".stars")?.replaceWith(canvas);
  const random = Math.random;
  /** The share of the picture that is sky. */
  const depth = 0.66;
  let ratio = 1;
  let visible = true;
  let paused = false;
  let frame = 0;
  const stars = Array.from({ length: innerWidth < 768 ? 30 : 60 }, () => ({
    x: random(),
    y: random() * depth,
    dx: (random() - 0.5) / 9000,
    dy: (random() - 0.5) / 9000,
    size: 0.6 + random() ** 2 * 1.4,
  }));
  const draw = () => {
    const { width, height } = canvas;
    const near = Math.min(width, 1200 * ratio) / 8;
    pen.clearRect(0, 0, width, height);
    stars.forEach((star, index) => {
      star.x = (star.x + star.dx + 1) % 1;
      star.y = (star.y + star.dy + depth) % depth;
      const x = star.x * width;
      const y = star.y * height;
      // stars fade toward the dawn
      const light = 1 - star.y;
      pen.fillStyle = `rgb(246 241 229/${light})`;
      pen.beginPath();
      pen.arc(x, y, star.size * ratio, 0, 7);
      pen.fill();
      for (const other of stars.slice(index + 1)) {
        const left = 1 - Math.hypot(x - other.x * width, y - other.y * height) / near;
        if (left < 0) continue;
        pen.strokeStyle = `rgb(246 241 229/${left * light * 0.3})`;
        pen.beginPath();
        pen.moveTo(x, y);
        pen.lineTo(other.x * width, other.y * height);
        pen.stroke();
      }
    });
  };
  const wake = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      draw();
      if (visible && !paused && !document.hidden) wake();
    });
  };
  const resize = () => {
    ratio = Math.min(devicePixelRatio, 2);
    canvas.width = sky.clientWidth * ratio;
    canvas.height = sky.clientHeight * ratio;
    wake();
  };
  resize();
  addEventListener("resize", resize);
  document.onvisibilitychange = wake;
  new IntersectionObserver(([entry]) => {
    visible = entry?.isIntersecting as boolean;
    wake();
  }).observe(canvas);
  const pause = sky.querySelector<HTMLButtonElement>("[data-pause]");
  if (pause) {
    pause.hidden = false;
    pause.onclick = () => {
      paused = !paused;
      pause.ariaPressed = `${paused}`;
      wake();
    };
  }
}
