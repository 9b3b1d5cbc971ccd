/** The star compass: 32 houses in which stars rise and set, its four points by name, the mark in the center. */
export function Compass() {
  return (
    <svg className="compass" viewBox="0 0 400 400" fill="none" stroke="currentColor" aria-hidden="true">
      <circle cx="200" cy="200" r="149" strokeWidth="2" />
      <circle cx="200" cy="200" r="117" />
      <circle cx="200" cy="200" r="133" strokeWidth="32" strokeDasharray="1.5 24.614" strokeDashoffset="13.8" />
      <circle
        className="houses"
        cx="200"
        cy="200"
        r="133"
        strokeWidth="10"
        strokeDasharray="10 16.114"
        strokeDashoffset="5"
      />
      <g stroke="none" fill="currentColor">
        <path d="m200 96 14.5 89.5L304 200l-89.5 14.5L200 304l-14.5-89.5L96 200l89.5-14.5z" />
        <path className="rays" d="m137 137 45 30-15 15zm126 0-30 45-15-15zm0 126-45-30 15-15zm-126 0 30-45 15 15z" />
        <g className="points" lang="haw">
          <text x="200" y="36">
            ʻĀkau
          </text>{" "}
          <text x="200" y="382">
            Hema
          </text>{" "}
          <text transform="rotate(90 364 200)" x="364" y="200">
            Hikina
          </text>{" "}
          <text transform="rotate(-90 36 200)" x="36" y="200">
            Komohana
          </text>
        </g>
      </g>
    </svg>
  );
}
