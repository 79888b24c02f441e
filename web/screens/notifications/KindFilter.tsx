import { useIntl } from 'react-intl'
import { ChipGroup } from '../../ui/index.ts'
import styles from './KindFilter.module.css'
import { type Kind, kinds } from './useKind.ts'

export function KindFilter({ kind, onShow }: { kind: Kind; onShow: (kind: Kind) => void }) {
  const intl = useIntl()
  const options = kinds.map((value) => ({
    value,
    label: intl.formatMessage({ id: `notification.kind.${value}` }),
  }))
  return (
    <div className={styles.kinds}>
      <ChipGroup
        label={intl.formatMessage({ id: 'notification.kinds' })}
        options={options}
        value={kind}
        onChange={onShow}
        layout="strip"
      />
    </div>
  )
}
