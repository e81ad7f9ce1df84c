import { useId } from 'react'

interface ChoiceProps<Name extends string> {
  label: string
  options: readonly (readonly [name: Name, text: string])[]
  value: Name
  onChoose: (name: Name) => void
}

/** One of a few, all in sight. */
export function Choice<Name extends string>({
  label,
  options,
  value,
  onChoose,
}: ChoiceProps<Name>) {
  const id = useId()
  return (
    <fieldset className="choice">
      <legend>{label}</legend>
      <div>
        {options.map(([name, text]) => (
          <label key={name}>
            <input
              type="radio"
              name={id}
              checked={name === value}
              onChange={() => onChoose(name)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
