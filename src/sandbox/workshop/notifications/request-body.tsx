import { useId, useMemo, useState } from 'react'
import { CopyButton } from '../layout/copy-button.tsx'

const FORMS = [
  ['pretty', 'Readable'],
  ['raw', 'As sent'],
] as const

/** The request body, which is identical in every attempt. */
export function RequestBody({ body }: { body: string }) {
  const [form, setForm] = useState<(typeof FORMS)[number][0]>('pretty')
  const id = useId()
  const pretty = useMemo(() => JSON.stringify(JSON.parse(body), null, 2), [body])
  const shown = form === 'pretty' ? pretty : body
  return (
    <section aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>Request body</h2>
        <fieldset className="choice">
          <legend className="visually-hidden">Show the body</legend>
          <div>
            {FORMS.map(([name, words]) => (
              <label key={name}>
                <input
                  type="radio"
                  name={id}
                  checked={form === name}
                  onChange={() => setForm(name)}
                />
                <span>{words}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <CopyButton text={() => shown}>
          Copy <span className="visually-hidden">the body</span>
        </CopyButton>
      </div>
      <p className="hint">
        {form === 'raw'
          ? 'The signature is over exactly these bytes.'
          : 'Spaced for reading. The signature is over the bytes as sent.'}
      </p>
      <pre className="code" data-form={form}>
        {shown}
      </pre>
    </section>
  )
}
