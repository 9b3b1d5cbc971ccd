/** Many mail servers refuse more recipients than this in one message. */
const batchSize = 50;

export function BccBatches({ addresses, first }: { addresses: string[]; first: number }) {
  const batches = Array.from({ length: Math.ceil(addresses.length / batchSize) }, (_, index) =>
    addresses.slice(index * batchSize, (index + 1) * batchSize),
  );
  return (
    <section className="form" aria-labelledby="bcc">
      <h2 id="bcc">For the BCC field</h2>
      <p className="hint">
        Send one message for each box, with your own address in the To field, so that nobody sees who else is on the
        list.
      </p>
      {batches.map((batch, index) => {
        const from = first + index * batchSize;
        return (
          <div className="field" key={from}>
            <label htmlFor={`bcc-${from}`}>
              {batch.length === 1 ? `Address ${from}` : `Addresses ${from} to ${from + batch.length - 1}`}
            </label>
            <textarea id={`bcc-${from}`} readOnly rows={4} defaultValue={batch.join(", ")} />
          </div>
        );
      })}
    </section>
  );
}
