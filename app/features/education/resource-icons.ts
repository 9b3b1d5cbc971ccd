export const resourceIcons = {
  BookOpen: { symbol: "book-open", label: "Open book" },
  BookText: { symbol: "book-text", label: "Book" },
  Youtube: { symbol: "youtube", label: "Video" },
  Headphones: { symbol: "headphones", label: "Headphones" },
  GraduationCap: { symbol: "graduation-cap", label: "Graduation cap" },
} as const;

export type ResourceIcon = keyof typeof resourceIcons;

export const resourceIconNames = Object.keys(resourceIcons) as [ResourceIcon, ...ResourceIcon[]];
