// Deterministic, so that the page is always the same bytes.
const random = (seed: number) => () => {
  seed = (seed * 16807) % 2147483647;
  return seed / 2147483647;
};

const next = random(11);
const field = Array.from({ length: 90 }, () => ({
  at: `M${Math.round(next() * 1280)} ${Math.round(next() ** 1.4 * 540)}h0`,
  size: Math.ceil(next() ** 3 * 3),
}));

/** The static sky until the moving stars load, or instead of them; each star is a zero-length line with round caps. */
export function StillStars() {
  return (
    <svg className="stars" viewBox="0 0 1280 736" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g stroke="#f6f1e5" strokeLinecap="round">
        {[1, 2, 3].map((size) => (
          <path
            key={size}
            strokeWidth={0.6 + size * 0.9}
            opacity={0.4 + size * 0.17}
            d={field.flatMap((star) => (star.size === size ? star.at : [])).join("")}
          />
        ))}
      </g>
    </svg>
  );
}

/** Dawn: the paths of rising stars, the islands, a voyaging canoe, and swells that lead down to the page. */
export function Horizon() {
  return (
    <svg className="horizon" viewBox="0 0 1280 768" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <radialGradient id="dawn">
          <stop stopColor="#fbe2ad" stopOpacity=".95" />
          <stop offset=".2" stopColor="#f0c46c" stopOpacity=".5" />
          <stop offset="1" stopColor="#e9a96a" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="sea" x2="0" y2="1">
          <stop stopColor="#7d7a5e" />
          <stop offset=".16" stopColor="#2c5f62" />
          <stop offset="1" stopColor="#0a272f" />
        </linearGradient>
      </defs>
      <g fill="none" stroke="#f6f1e5">
        <circle cx="745" cy="640" r="165" opacity=".2" />
        <circle cx="745" cy="640" r="265" opacity=".15" strokeDasharray="1 7" strokeWidth="2" />
        <circle cx="745" cy="640" r="380" opacity=".13" />
        <circle cx="745" cy="640" r="515" opacity=".12" strokeDasharray="90 34" />
        <circle cx="745" cy="640" r="660" opacity=".09" />
      </g>
      <circle cx="745" cy="640" r="250" fill="url(#dawn)" />
      <circle cx="745" cy="636" r="44" fill="#fbe2ad" />
      <path
        fill="#3d5a58"
        d="M0 640v-22c40-2 70-14 112-34 34-16 60-22 92-8 44 20 74 42 124 48 40 5 76 8 108 16zm930 0c34-4 58-14 92-26 42-16 66-30 104-22 44 10 78 30 154 34v14z"
      />
      <path
        fill="#24484b"
        d="M0 640v-8c52 0 84-12 130-14 60-2 100 14 170 22zm1040 0c60-4 96-20 150-20 36 0 60 8 90 8v12z"
      />
      <path fill="url(#sea)" d="M0 638h1280v130H0z" />
      <path
        stroke="#fbe2ad"
        strokeWidth="2.5"
        strokeLinecap="round"
        d="M704 645h82m-70 8h52m-68 9h44m14 0h22m-64 10h38m-60 11h24m16 0h34m-56 12h30"
        opacity=".75"
      />
      <g transform="translate(590 652)scale(.86)">
        <path fill="#123b45" d="M-80-15C-74-7-62-4-50-4H72c12 0 24-5 33-15-3 15-11 25-27 27H-48c-18 0-28-9-32-23z" />
        <path
          fill="#0a2028"
          d="M-98-14C-90-3-76 1-60 1-46-8-50-36-44-92c4 22 16 34 42 14C2-42-16-18-46-8L14-8C10-42 11-78 19-110c4 26 19 42 51 18 5 44-18 72-56 84l30 9h20c16 0 30-4 40-15-3 17-14 29-32 30H-60c-20-1-33-11-38-30z"
        />
        <path
          fill="none"
          stroke="#f0c46c"
          strokeWidth="2"
          strokeLinecap="round"
          d="M-46-8c30-10 48-34 44-70M14-8c38-12 61-40 56-84M-94-7c8 9 20 11 34 11H64c14 0 26-3 35-10"
        />
      </g>
      <path fill="#0d3640" d="M0 682c160-30 320-26 480-4s320 22 480 0 240-22 320-8v98H0z" opacity=".8" />
      <path
        fill="none"
        stroke="#5cc8c4"
        opacity=".3"
        d="M0 694c160-30 320-26 480-4s320 22 480 0 240-22 320-8M0 707c170-28 330-24 490-3s320 20 470 0 240-20 320-7"
      />
      <path fill="#0a272f" d="M0 716c180-26 340-26 520-4s330 22 500 2 200-16 260-8v62H0z" />
      <path className="fill-paper" d="M0 744c200-20 380-18 560 0s380 12 720-8v34H0z" />
    </svg>
  );
}
