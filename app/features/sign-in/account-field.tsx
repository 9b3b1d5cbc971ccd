interface AccountFieldProps {
  email: string;
  formId: string;
}

/** Shows whose password it is; a password manager takes the name of the account from a field that is not hidden. */
export function AccountField({ email, formId }: AccountFieldProps) {
  const id = `${formId}-username`;
  return (
    <div className="field">
      <label htmlFor={id}>Email</label>
      <input id={id} name="username" type="email" autoComplete="username" value={email} readOnly />
    </div>
  );
}
