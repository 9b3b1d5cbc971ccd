// Adds a button to each new-password field that reveals what is typed. Without this script it stays hidden.

export {};

for (const field of document.querySelectorAll<HTMLInputElement>('input[autocomplete="new-password"]')) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button ghost small";
  button.setAttribute("aria-controls", field.id);
  const show = (isShown: boolean) => {
    field.type = isShown ? "text" : "password";
    button.textContent = isShown ? "Hide password" : "Show password";
  };
  button.onclick = () => show(field.type === "password");
  // Browsers remember what is typed into a text field.
  field.form?.addEventListener("submit", () => show(false));
  show(false);
  field.parentElement?.insertBefore(button, field.nextSibling);
}
