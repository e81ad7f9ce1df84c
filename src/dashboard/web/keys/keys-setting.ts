const NAME = 'checkout-keys'

/** Whether single-key shortcuts are on: people who use speech input switch them off (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  return localStorage.getItem(NAME) !== 'off'
}

export function setKeysOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(NAME)
  else localStorage.setItem(NAME, 'off')
}
