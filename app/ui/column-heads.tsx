/** The head of a table. @param numbers the names of those whose cells are numbers */
export const ColumnHeads = ({ names, numbers = [] }: { names: readonly string[]; numbers?: readonly string[] }) => (
  <thead>
    <tr>
      {names.map((name) => (
        <th key={name} scope="col" className={numbers.includes(name) ? "number" : undefined}>
          {name}
        </th>
      ))}
    </tr>
  </thead>
);
