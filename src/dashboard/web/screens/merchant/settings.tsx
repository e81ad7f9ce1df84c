import { useState } from 'react'
import type { DashboardActionSent } from '#contract/dashboard/actions.ts'
import type { MerchantHome } from '#contract/dashboard/merchants.ts'
import { ActionDialog, ActionFormButton, type Opened } from '../../actions/action-dialog.tsx'
import { commandLine } from '../../parts/command-line.ts'
import { Command } from '../../parts/command.tsx'
import { Field } from '../../parts/field.tsx'
import { useTranslate } from '../../words/use-language.ts'

const LATE = ['refund', 'accept'] as const
const MISMATCH = ['hold', 'accept', 'refund'] as const
const ALLOWABLE = ['keys:issue', 'callback:write', 'webhook_secret:rotate'] as const

/** The settings of a merchant that the operator decides. */
export function Settings({ merchant, mayChange }: { merchant: MerchantHome; mayChange: boolean }) {
  const t = useTranslate()
  const { latePayments, amountMismatch, shopperMails, successUrl, cancelUrl, peopleMay } = merchant
  return (
    <section aria-labelledby="settings">
      <div className="screen-head">
        <h2 id="settings">{t('settings.title')}</h2>
        {mayChange && (
          <span className="actions">
            <Change merchant={merchant} />
            <Allow merchant={merchant} />
          </span>
        )}
      </div>
      <dl className="facts">
        <div>
          <dt>{t('settings.late')}</dt>
          <dd>{t(`settings.late-${latePayments}`)}</dd>
        </div>
        <div>
          <dt>{t('settings.mismatch')}</dt>
          <dd>{t(`settings.mismatch-${amountMismatch}`)}</dd>
        </div>
        <div>
          <dt>{t('settings.mails')}</dt>
          <dd>{t(shopperMails ? 'settings.mails-on' : 'settings.mails-off')}</dd>
        </div>
        <div>
          <dt>{t('new.success')}</dt>
          <dd>{successUrl ?? t('settings.none')}</dd>
        </div>
        <div>
          <dt>{t('new.cancel')}</dt>
          <dd>{cancelUrl ?? t('settings.none')}</dd>
        </div>
        <div>
          <dt>{t('settings.people')}</dt>
          <dd>
            {peopleMay.length === 0
              ? t('settings.people-none')
              : peopleMay.map((name) => t(`may.${name}`)).join(' · ')}
          </dd>
        </div>
      </dl>
      {!mayChange && <p className="hint">{t('settings.operator')}</p>}
    </section>
  )
}

function Change({ merchant }: { merchant: MerchantHome }) {
  const t = useTranslate()
  return (
    <ActionFormButton dashboardAction="merchant.change" label={t('settings.change')}>
      {(opened) => <ChangeDialog merchant={merchant} opened={opened} />}
    </ActionFormButton>
  )
}

/** A form that sends the settings that the person changed only, and shows the value of each when the dialog opened. */
function ChangeDialog({ merchant, opened }: DialogProps<'merchant.change'>) {
  const t = useTranslate()
  const { id: merchantId } = merchant
  const [before] = useState(() => ({
    name: merchant.name,
    latePayments: merchant.latePayments,
    amountMismatch: merchant.amountMismatch,
    shopperMails: merchant.shopperMails,
    successUrl: merchant.successUrl ?? '',
    cancelUrl: merchant.cancelUrl ?? '',
  }))
  const [typed, setTyped] = useState(before)
  const changed = (key: keyof typeof before) => typed[key] !== before[key]
  const url = (text: string) => (text.trim() === '' ? null : text.trim())
  const input: DashboardActionSent<'merchant.change'> = {
    merchantId,
    ...(changed('name') && { name: typed.name }),
    ...(changed('latePayments') && { latePayments: typed.latePayments }),
    ...(changed('amountMismatch') && { amountMismatch: typed.amountMismatch }),
    ...(changed('shopperMails') && { shopperMails: typed.shopperMails }),
    ...(changed('successUrl') && { successUrl: url(typed.successUrl) }),
    ...(changed('cancelUrl') && { cancelUrl: url(typed.cancelUrl) }),
  }
  const set = (one: Partial<typeof before>) => setTyped((now) => ({ ...now, ...one }))
  const was = (key: keyof typeof before, text: string = String(before[key])) =>
    changed(key) ? t('change.before', { text: text === '' ? t('settings.none') : text }) : null
  return (
    <ActionDialog<'merchant.change'>
      {...opened}
      input={() => (Object.keys(input).length > 1 ? input : undefined)}
      title={t('settings.change-title', { name: merchant.name })}
      verb={t('settings.save')}
    >
      <Field label={t('new.name')} hint={was('name')}>
        {(attributes) => (
          <input
            {...attributes}
            value={typed.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        )}
      </Field>
      <Field
        label={t('settings.late')}
        hint={was('latePayments', t(`settings.late-${before.latePayments}`))}
      >
        {(attributes) => (
          <select
            {...attributes}
            value={typed.latePayments}
            onChange={({ target }) => {
              const latePayments = LATE.find((one) => one === target.value)
              if (latePayments !== undefined) set({ latePayments })
            }}
          >
            {LATE.map((one) => (
              <option key={one} value={one}>
                {t(`settings.late-${one}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label={t('settings.mismatch')}
        hint={was('amountMismatch', t(`settings.mismatch-${before.amountMismatch}`))}
      >
        {(attributes) => (
          <select
            {...attributes}
            value={typed.amountMismatch}
            onChange={({ target }) => {
              const amountMismatch = MISMATCH.find((one) => one === target.value)
              if (amountMismatch !== undefined) set({ amountMismatch })
            }}
          >
            {MISMATCH.map((one) => (
              <option key={one} value={one}>
                {t(`settings.mismatch-${one}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <label className="check">
        <input
          type="checkbox"
          checked={typed.shopperMails}
          onChange={({ target }) => set({ shopperMails: target.checked })}
        />
        {t('settings.mails')}
      </label>
      <Field label={t('new.success')} hint={was('successUrl')}>
        {(attributes) => (
          <input
            {...attributes}
            inputMode="url"
            value={typed.successUrl}
            onChange={({ target }) => set({ successUrl: target.value })}
          />
        )}
      </Field>
      <Field label={t('new.cancel')} hint={was('cancelUrl')}>
        {(attributes) => (
          <input
            {...attributes}
            inputMode="url"
            value={typed.cancelUrl}
            onChange={({ target }) => set({ cancelUrl: target.value })}
          />
        )}
      </Field>
      <Command
        line={commandLine('merchants set', [merchantId], {
          name: input.name ?? null,
          'late-payments': input.latePayments ?? null,
          'amount-mismatch': input.amountMismatch ?? null,
          'shopper-mails':
            input.shopperMails === undefined ? null : input.shopperMails ? 'on' : 'off',
          'success-url': input.successUrl === null ? 'none' : (input.successUrl ?? null),
          'cancel-url': input.cancelUrl === null ? 'none' : (input.cancelUrl ?? null),
        })}
      />
    </ActionDialog>
  )
}

interface DialogProps<Name extends 'merchant.change' | 'merchant.allow'> {
  merchant: MerchantHome
  opened: Opened<Name>
}

function Allow({ merchant }: { merchant: MerchantHome }) {
  const t = useTranslate()
  return (
    <ActionFormButton dashboardAction="merchant.allow" label={t('settings.allow')}>
      {(opened) => <AllowDialog merchant={merchant} opened={opened} />}
    </ActionFormButton>
  )
}

function AllowDialog({ merchant, opened }: DialogProps<'merchant.allow'>) {
  const t = useTranslate()
  const { id: merchantId, name, peopleMay } = merchant
  const [may, setMay] = useState<readonly (typeof ALLOWABLE)[number][]>(peopleMay)
  return (
    <ActionDialog<'merchant.allow'>
      {...opened}
      input={{ merchantId, may: [...may] }}
      title={t('settings.allow-title', { name })}
      verb={t('settings.save')}
    >
      <p>{t('settings.allow-text')}</p>
      {ALLOWABLE.map((permission) => (
        <label key={permission} className="check">
          <input
            type="checkbox"
            checked={may.includes(permission)}
            onChange={({ target }) =>
              setMay(
                ALLOWABLE.filter((one) =>
                  one === permission ? target.checked : may.includes(one),
                ),
              )
            }
          />
          {t(`may.${permission}`)}
        </label>
      ))}
      <Command
        line={commandLine('users allow', [], {
          merchant: merchantId,
          may: may.length === 0 ? 'none' : may.join(','),
        })}
      />
    </ActionDialog>
  )
}
