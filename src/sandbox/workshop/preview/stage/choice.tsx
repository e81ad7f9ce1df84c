import { useId, useState } from 'react'

interface ChoiceProps<Name extends string> {
  label: string
  options: readonly (readonly [name: Name, text: string])[]
  value: Name
  onChoose: (name: Name) => void
}

/** A group of toggle buttons. */
export function Choice<Name extends string>({
  label,
  options,
  value,
  onChoose,
}: ChoiceProps<Name>) {
  const id = useId()
  // Optimistic: the address changes a moment after the click.
  const [pressed, setPressed] = useState<{ from: Name; to: Name } | null>(null)
  if (pressed !== null && pressed.from !== value) setPressed(null)
  const shown = pressed?.to ?? value
  return (
    <fieldset className="choice">
      <legend>{label}</legend>
      <div>
        {options.map(([name, text]) => (
          <label key={name}>
            <input
              type="radio"
              name={id}
              checked={name === shown}
              onChange={() => {
                setPressed({ from: value, to: name })
                onChoose(name)
              }}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
