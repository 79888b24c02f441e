import { useIntl } from 'react-intl'
import { Picture } from '../../order/Picture.tsx'
import { Sheet } from '../../ui/index.ts'
import styles from './PhotoSheet.module.css'

export type Photo = { url: string; alt: string; caption: string }
export type PhotoSheetProps = {
  open: boolean
  group: { title: string; detail: string; photos: Photo[] }
  onClose: () => void
}

export function PhotoSheet({ open, group, onClose }: PhotoSheetProps) {
  const intl = useIntl()
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={group.title}
      description={group.detail}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
    >
      {group.photos.map(({ url, alt, caption }) => (
        <figure className={styles.figure} key={alt}>
          <Picture url={url} alt={alt} size="large" />
          {caption && <figcaption className="small">{caption}</figcaption>}
        </figure>
      ))}
    </Sheet>
  )
}
