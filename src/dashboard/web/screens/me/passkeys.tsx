import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Me } from '#contract/dashboard/me.ts'
import type { OwnPasskeys } from '#contract/dashboard/passkeys.ts'
import { ActionButton } from '../../actions/action-dialog.tsx'
import { ActionTrouble } from '../../actions/action-trouble.tsx'
import { browserName } from '../../calls/browser-name.ts'
import { ownPasskeysQuery } from '../../calls/own-sessions.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Time } from '../../parts/time.tsx'
import { addPasskey } from '../../passkeys/add-passkey.ts'
import { hasPasskeys } from '../../passkeys/use-passkey.ts'
import { RecoveryCodeList } from '../../secrets/recovery-code-list.tsx'
import { useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'

const NAME_LENGTH_MAX = 60

/** The person's passkeys: adds, renames and removes them. */
export function Passkeys({ me }: { me: Me }) {
  const t = useTranslate()
  const { passkeys } = useSuspenseQuery(ownPasskeysQuery(useDeps())).data
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">{t('me.passkeys')}</h2>
      {passkeys.length === 0 && <p className="hint">{t('me.passkeys-none')}</p>}
      {passkeys.length > 0 && (
        <ul className="rows">
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} isLast={passkeys.length === 1} />
          ))}
        </ul>
      )}
      {me.session.how === 'passkey' && hasPasskeys() ? (
        <AddPasskey />
      ) : (
        <p>
          <Link to="/welcome">{t('me.passkey-add')}</Link>
        </p>
      )}
    </section>
  )
}

function Passkey({
  passkey,
  isLast,
}: {
  passkey: OwnPasskeys['passkeys'][number]
  isLast: boolean
}) {
  const t = useTranslate()
  const { id, name, createdAt, lastUsedAt } = passkey
  const [wished, setWished] = useState(name)
  const input = { merchantId: null, passkeyId: id }
  return (
    <li>
      <strong>{name}</strong>
      <span className="hint">
        {t('me.passkey-added')} <Time at={createdAt} />
      </span>
      {lastUsedAt !== null && (
        <span className="hint">
          {t('me.passkey-used')} <Time at={lastUsedAt} />
        </span>
      )}
      <div className="dialog-actions">
        <ActionButton
          dashboardAction="passkey.rename"
          input={() => (wished.trim() === '' ? undefined : { ...input, name: wished })}
          label={t('me.rename')}
          title={t('me.passkey-rename-title', { name })}
          verb={t('me.rename')}
        >
          <NameField label={t('me.passkey-name')} value={wished} onValue={setWished} />
        </ActionButton>
        {!isLast && (
          <ActionButton
            dashboardAction="passkey.remove"
            input={input}
            label={t('me.passkey-remove')}
            title={t('me.passkey-remove-title', { name })}
            verb={t('me.passkey-remove')}
            isDangerous
          >
            <p>{t('me.passkey-remove-text')}</p>
          </ActionButton>
        )}
      </div>
    </li>
  )
}

function NameField({ label, value, onValue }: NameFieldProps) {
  return (
    <Field label={label}>
      {(attributes) => (
        <input
          {...attributes}
          required
          autoComplete="off"
          maxLength={NAME_LENGTH_MAX}
          value={value}
          onChange={({ target }) => onValue(target.value)}
        />
      )}
    </Field>
  )
}

interface NameFieldProps {
  label: string
  value: string
  onValue: (value: string) => void
}

function AddPasskey() {
  const t = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="quiet" onClick={() => setIsOpen(true)}>
        {t('me.passkey-add')}
      </button>
      {isOpen && <AddDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const { call, queryClient } = useDeps()
  const [name, setName] = useState(() => browserName(navigator.userAgent) ?? '')
  const idempotencyKey = useRef(crypto.randomUUID())
  const adding = useMutation({
    networkMode: 'always',
    gcTime: 0,
    mutationFn: () => addPasskey(call, { name, idempotencyKey: idempotencyKey.current }),
    onSuccess: async () => {
      onClose()
      await queryClient.invalidateQueries()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!adding.isPending) adding.mutate()
  }

  return (
    <Dialog title={t('me.passkey-add')} onClose={onClose}>
      <form onSubmit={submit}>
        <p>{t('me.passkey-add-text')}</p>
        <NameField label={t('me.passkey-name')} value={name} onValue={setName} />
        <ActionTrouble error={adding.error} />
        <div className="dialog-actions">
          <button type="button" className="quiet" onClick={onClose}>
            {t('dashboard-action.leave')}
          </button>
          <button type="submit" className="main-button" aria-disabled={adding.isPending}>
            {t(adding.isPending ? 'dashboard-action.pending' : 'me.passkey-add')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** The number of recovery codes that are left, and a button that makes ten new ones. */
export function RecoveryCodes() {
  const t = useTranslate()
  const { recoveryCodesLeft } = useSuspenseQuery(ownPasskeysQuery(useDeps())).data
  const [codes, setCodes] = useState<readonly string[]>([])
  return (
    <section aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">{t('welcome.codes')}</h2>
      <p>{t('me.codes-left', { count: recoveryCodesLeft })}</p>
      <ActionButton
        dashboardAction="recoveryCodes.renew"
        input={{ merchantId: null }}
        label={t('me.codes-renew')}
        title={t('me.codes-renew-title')}
        verb={t('me.codes-renew')}
        onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
      >
        <p>{t('me.codes-renew-text')}</p>
      </ActionButton>
      {codes.length > 0 && <NewCodes codes={codes} onClose={() => setCodes([])} />}
    </section>
  )
}

function NewCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslate()
  const [isKept, setIsKept] = useState(false)
  return (
    <Dialog title={t('welcome.codes')} onClose={onClose}>
      <RecoveryCodeList codes={codes} isKept={isKept} onKept={setIsKept} />
      {isKept && (
        <div className="dialog-actions">
          <button type="button" className="main-button" onClick={onClose}>
            {t('welcome.go')}
          </button>
        </div>
      )}
    </Dialog>
  )
}

/** A form to change the person's own name. */
export function OwnName({ me, onName }: { me: Me; onName: (name: string) => void }) {
  const t = useTranslate()
  const [name, setName] = useState(me.user.name ?? '')
  return (
    <ActionButton
      dashboardAction="me.rename"
      input={() => (name.trim() === '' ? undefined : { merchantId: null, name })}
      label={t('me.name-change')}
      title={t('me.name-change')}
      verb={t('me.rename')}
      onDone={() => onName(name.trim())}
    >
      <NameField label={t('me.name')} value={name} onValue={setName} />
    </ActionButton>
  )
}
