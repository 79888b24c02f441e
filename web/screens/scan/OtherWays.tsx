import type { ScannerActor } from '@handsfree/core/scanner'
import { useSelector } from '@xstate/react'
import { Image, Keyboard, Search } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Alert, Button } from '../../ui/index.ts'
import styles from './Scan.module.css'
import { TypeCodeSheet } from './TypeCodeSheet.tsx'

type OtherWaysProps = {
  scanner: ScannerActor
  /** Where an order begins by the place's name. */
  startPath: string
  /** The camera is no way at all. */
  isFirst?: boolean
}

/** Without the camera: a picture of the code, the code typed, or the site's name. Always in reach. */
export function OtherWays({ scanner, startPath, isFirst = false }: OtherWaysProps) {
  const intl = useIntl()
  const [isTyping, setIsTyping] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const picture = useSelector(scanner, (snapshot) =>
    typeof snapshot.value === 'object' ? snapshot.value.looking.picture : 'none',
  )
  const closeTyping = () => {
    scanner.send({ type: 'code.discard' })
    setIsTyping(false)
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [source] = target.files ?? []
    if (source) scanner.send({ type: 'picture.choose', source })
    target.value = ''
  }
  const album = (
    <Button
      key="album"
      kind="ghost"
      size="small"
      icon={<Image size={20} />}
      busy={picture === 'reading'}
      onClick={() => file.current?.click()}
    >
      <FormattedMessage id={picture === 'reading' ? 'scan.readingPicture' : 'scan.choosePicture'} />
    </Button>
  )
  const typed = (
    <Button
      key="typed"
      kind="ghost"
      size="small"
      icon={<Keyboard size={20} />}
      onClick={() => setIsTyping(true)}
    >
      <FormattedMessage id="scan.typeCode" />
    </Button>
  )
  const byName = (
    <Button
      key="name"
      kind={isFirst ? 'gold' : 'ghost'}
      size="small"
      icon={<Search size={20} />}
      href={startPath}
    >
      <FormattedMessage id="scan.byName" />
    </Button>
  )
  return (
    <div className={styles.panel} data-first={isFirst || undefined}>
      {(picture === 'foreign' || picture === 'unreadable') && (
        <Alert tone="coral">
          <FormattedMessage id={picture === 'foreign' ? 'scan.foreignPicture' : 'scan.unreadablePicture'} />
        </Alert>
      )}
      <div className={styles.ways}>{isFirst ? [byName, typed, album] : [album, typed, byName]}</div>
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        aria-label={intl.formatMessage({ id: 'scan.choosePicture' })}
        onChange={choose}
      />
      <TypeCodeSheet scanner={scanner} open={isTyping} onClose={closeTyping} />
    </div>
  )
}
