import { useState } from 'react'
import { useTranslate } from '../words/use-language.ts'
import { areKeysOn, setKeysOn } from './keys-setting.ts'

/** Switches single-key shortcuts on and off in this browser. */
export function KeysSwitch() {
  const t = useTranslate()
  const [isOn, setIsOn] = useState(areKeysOn)
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => {
          setKeysOn(target.checked)
          setIsOn(target.checked)
        }}
      />{' '}
      {t('keys.switch')}
    </label>
  )
}
