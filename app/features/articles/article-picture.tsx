import { placeClass, sourcesOf } from "../pictures/picture.ts";
import { type ListedArticle, pictureSize } from "./article.ts";

interface ArticlePictureProps {
  article: Pick<ListedArticle, "picture_path" | "picture_alt" | "picture_focus">;
  sizes: string;
  className?: string;
  isFirst?: boolean;
  isDecoration?: boolean;
}

export function ArticlePicture({ article, sizes, className, isFirst, isDecoration }: ArticlePictureProps) {
  const { picture_path: path, picture_alt: alt, picture_focus: focus } = article;
  if (!path) return null;
  return (
    <img
      className={[className, placeClass(path, focus)].filter(Boolean).join(" ") || undefined}
      src={path}
      {...sourcesOf(path, sizes)}
      alt={isDecoration ? "" : (alt ?? "")}
      {...pictureSize(path)}
      {...(isFirst ? { fetchpriority: "high" } : { loading: "lazy" })}
    />
  );
}
