import { describe, expect, test } from "vitest";
import { bytesOf, place } from "./page-bytes.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const Kept = ({ bytes }: { bytes: Uint8Array }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the bytes were drawn by React
  <b dangerouslySetInnerHTML={{ __html: place(bytes) }} />
);

describe("a page as bytes", () => {
  test("has what was drawn before in its place, as often and in the order in which it is named", () => {
    const aloha = bytesOf(<i>Hawaiʻi &amp; aloha 🌺</i>);
    const mahalo = bytesOf(<i>mahalo</i>);
    const page = bytesOf(
      <p>
        Ō<Kept bytes={aloha} />
        <Kept bytes={mahalo} />
        <Kept bytes={aloha} />ū
      </p>,
    );
    expect(text(page)).toBe(
      "<p>Ō<b><i>Hawaiʻi &amp; aloha 🌺</i></b><b><i>mahalo</i></b><b><i>Hawaiʻi &amp; aloha 🌺</i></b>ū</p>",
    );
  });

  test("may be drawn while another is drawn", () => {
    const leaf = bytesOf(<i>leaf</i>);
    const Branch = () => <Kept bytes={bytesOf(<Kept bytes={leaf} />)} />;
    const page = bytesOf(
      <p>
        <Kept bytes={leaf} />
        <Branch />
        <Kept bytes={leaf} />
      </p>,
    );
    expect(text(page)).toBe("<p><b><i>leaf</i></b><b><b><i>leaf</i></b></b><b><i>leaf</i></b></p>");
  });

  test("keeps text and attributes that look like a place, also when that place exists", () => {
    const secret = bytesOf(<i>drawn</i>);
    const claim = "<!--0-->";
    const page = bytesOf(
      <p title={claim}>
        <Kept bytes={secret} />
        {claim}
      </p>,
    );
    expect(text(page)).toBe('<p title="&lt;!--0--&gt;"><b><i>drawn</i></b>&lt;!--0--&gt;</p>');
  });

  test("is not disturbed by one that failed", () => {
    const Fails = () => {
      throw new Error("cannot be drawn");
    };
    const old = bytesOf(<i>old</i>);
    expect(() =>
      bytesOf(
        <p>
          <Kept bytes={old} />
          <Fails />
        </p>,
      ),
    ).toThrow("cannot be drawn");
    expect(text(bytesOf(<Kept bytes={bytesOf(<i>new</i>)} />))).toBe("<b><i>new</i></b>");
  });

  test("is changed as a whole before its places are filled", () => {
    const page = bytesOf(<p>title</p>, (markup) => markup.replace("title", place(bytesOf(<i>head</i>))));
    expect(text(page)).toBe("<p><i>head</i></p>");
  });
});
