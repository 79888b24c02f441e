import type { CatalogueChange } from '@handsfree/core/contract'
import { FormattedMessage, useIntl } from 'react-intl'

/** A change of a catalogue entry, with its fields. */
export function ChangeText({ kind, id, change, fields }: CatalogueChange) {
  const intl = useIntl()
  return (
    <FormattedMessage
      id="crewOffice.change"
      values={{
        change,
        kind: intl.formatMessage({ id: `crewOffice.kind.${kind}` }),
        id,
        fields: fields.join(', '),
      }}
    />
  )
}
