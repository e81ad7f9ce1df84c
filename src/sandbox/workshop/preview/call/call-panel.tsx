import { useId, useState } from 'react'
import type { Composition } from '#contract/preview.ts'
import { CopyButton } from '../../layout/copy-button.tsx'
import { Choice } from '../stage/choice.tsx'
import { writeCurl, writeJson, writeTypeScript } from './write-call.ts'

const NOTATIONS = [
  ['curl', 'curl'],
  ['ts', 'TypeScript'],
  ['json', 'JSON'],
] as const
type Notation = (typeof NOTATIONS)[number][0]

/** The API call that creates the composed session. */
export function CallPanel({ composition, apiUrl }: { composition: Composition; apiUrl: string }) {
  const [notation, setNotation] = useState<Notation>('curl')
  const titleId = useId()
  const text = written(notation)
  return (
    <section className="call" aria-labelledby={titleId}>
      <div className="stage-head">
        <h2 id={titleId}>The call</h2>
        <CopyButton text={() => text}>Copy</CopyButton>
      </div>
      <Choice
        label="Written as"
        options={NOTATIONS}
        value={notation}
        onChoose={(chosen) => setNotation(chosen)}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it, too */}
      <pre tabIndex={0} aria-label="The call">
        <code>{text}</code>
      </pre>
      {notation !== 'json' && (
        <p className="compose-hint">
          <code>API_KEY</code>
          {composition.merchant.id === undefined && (
            <>
              {' '}
              and <code>MERCHANT_ID</code>
            </>
          )}{' '}
          come from the environment: the operator gives them.
        </p>
      )}
      <BrandCommand merchant={composition.merchant} />
    </section>
  )

  function written(notation: Notation): string {
    switch (notation) {
      case 'curl':
        return writeCurl(composition, apiUrl)
      case 'ts':
        return writeTypeScript(composition, apiUrl)
      case 'json':
        return writeJson(composition)
    }
  }
}

/** The command that sets the merchant's brand, which is not part of a session. */
function BrandCommand({ merchant }: Pick<Composition, 'merchant'>) {
  const options = [
    merchant.color !== undefined && `--brand-color '${merchant.color}'`,
    merchant.radiusPx !== undefined && `--radius ${merchant.radiusPx}`,
    merchant.logoUrl !== undefined && `--logo-url '${merchant.logoUrl.replaceAll("'", '%27')}'`,
  ].filter((option) => option !== false)
  if (options.length === 0) return null
  const id = merchant.id ?? '$MERCHANT_ID'
  return (
    <p className="compose-hint">
      The look is a setting of the merchant, not of the call:{' '}
      <code>
        npx --no checkout merchants set {id} {options.join(' ')}
      </code>
    </p>
  )
}
