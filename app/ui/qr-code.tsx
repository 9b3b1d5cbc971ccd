import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";

export interface QrDrawing {
  /** The number of modules per side. */
  size: number;
  path: string;
}

export function drawQrCode(text: string): QrDrawing {
  const code = generate(text);
  return { size: code.size, path: toSvgPath(code) };
}

/** The number of empty modules around the code (ISO 18004). */
const quietZone = 4;

/** Dark on white, whatever the colors of the page are, so that cameras can read it. */
export function QrCode({ drawing: { size, path }, label }: { drawing: QrDrawing; label: string }) {
  const side = size + 2 * quietZone;
  return (
    <svg
      role="img"
      aria-label={label}
      className="qr-code"
      width={4 * side}
      height={4 * side}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M${-quietZone} ${-quietZone}h${side}v${side}h${-side}z`} />
      <path fill="#000" fillRule="evenodd" d={path} />
    </svg>
  );
}
