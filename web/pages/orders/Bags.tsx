import type { Bag, Order } from '@handsfree/core/contract'
import { listText } from '@handsfree/core/i18n'
import { arePromisesInForce, cardPhotos, ledgerPath } from '@handsfree/core/orders'
import { useState } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { Picture } from '../../parts/orders/Picture.tsx'
import { Alert, InlineList, Section, Sheet, TextLink } from '../../ui/index.ts'
import styles from './Bags.module.css'
import { saveCardPicture } from './card-pictures.ts'

type Group = { id: string; title: string; detail: string; openLabel: string; photos: Photo[] }

const takenByText = (intl: IntlShape, by: Bag['photos'][number]['takenBy']) =>
  intl.formatMessage({ id: `bags.takenBy.${by}` })

const groupOf = (intl: IntlShape, { tagCode, sealNumber, photos }: Bag, index: number): Group => {
  const labelOf = (shown: Bag['photos']) =>
    intl.formatMessage(
      { id: 'bags.photosOf' },
      {
        number: index + 1,
        seal: sealNumber,
        photos: listText(
          intl,
          shown.map(({ takenBy }) => takenByText(intl, takenBy)),
        ),
      },
    )
  return {
    id: tagCode,
    title: intl.formatMessage({ id: 'bags.seal' }, { seal: sealNumber }),
    detail: intl.formatMessage({ id: 'bags.tag' }, { tag: tagCode }),
    openLabel: labelOf(photos),
    photos: photos.map((photo) => ({
      url: photo.url,
      caption: intl.formatMessage({ id: `bags.caption.${photo.takenBy}` }),
      takenBy: takenByText(intl, photo.takenBy),
      alt: labelOf([photo]),
    })),
  }
}

/** Until the bags are tagged there are only the traveller's own photos. */
const travellerPhotoGroups = (intl: IntlShape, urls: readonly string[]): Group[] =>
  urls.map((url, index) => {
    const alt = intl.formatMessage({ id: 'bags.photo' }, { number: index + 1 })
    const openLabel = intl.formatMessage({ id: 'bags.showPhoto' }, { number: index + 1 })
    return { id: alt, title: alt, detail: '', openLabel, photos: [{ url, caption: '', takenBy: '', alt }] }
  })

/** Bags shown at first. */
const foldedBags = 4

export function Bags({ order }: { order: Order }) {
  const intl = useIntl()
  const [shownId, setShownId] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const { storage } = useApp().platform
  const isTagged = order.bags.length > 0
  // The desk card may be opened offline, so its photos are stored on the device.
  const cardPhotoUrls = arePromisesInForce(order) ? cardPhotos(order) : []
  const groups = isTagged
    ? order.bags.map((bag, index) => groupOf(intl, bag, index))
    : travellerPhotoGroups(intl, order.photos)
  const left = order.bags.filter(({ isHanded }) => !isHanded)
  const isHandedInPart = left.length > 0 && left.length < order.bags.length
  const isFolded = !showsAll && groups.length > foldedBags + 1
  const shownGroups = isFolded ? groups.slice(0, foldedBags) : groups
  const [firstGroup] = groups
  if (!firstGroup) return null
  return (
    <Section title={intl.formatMessage({ id: 'bags.title' })}>
      {isHandedInPart && (
        <div className={styles.part}>
          <Alert tone="sky" panel>
            {intl.formatMessage(
              { id: 'order.handedInPart' },
              {
                count: order.bags.length - left.length,
                left: left.length,
                tags: listText(
                  intl,
                  left.map(({ tagCode }) => tagCode),
                ),
              },
            )}
          </Alert>
        </div>
      )}
      <ul className={styles.grid} data-tagged={isTagged || undefined}>
        {shownGroups.map((group) => (
          <li className={styles.bag} key={group.id}>
            <div className={styles.photos} data-count={group.photos.length}>
              {/* Without alt text, because the button is labelled. */}
              {group.photos.map(({ url, caption }) => (
                <div className={styles.photo} key={pathOf(url)}>
                  <Picture
                    url={url}
                    alt=""
                    size="small"
                    onLoaded={
                      cardPhotoUrls.includes(url)
                        ? (image) => void saveCardPicture(storage, url, image)
                        : undefined
                    }
                  />
                  {caption && (
                    <span className={styles.caption} aria-hidden="true">
                      {caption}
                    </span>
                  )}
                </div>
              ))}
            </div>
            {group.photos.length > 0 && (
              <button
                type="button"
                className={styles.open}
                aria-haspopup="dialog"
                aria-label={group.openLabel}
                onClick={() => {
                  setShownId(group.id)
                  setOpen(true)
                }}
              />
            )}
            {isTagged && (
              <div className={styles.words}>
                <div className={styles.title} aria-hidden={group.photos.length > 0}>
                  {group.title}
                </div>
                <div className="small">
                  <InlineList text={group.detail} />
                </div>
              </div>
            )}
          </li>
        ))}
      </ul>
      {isFolded && (
        <p className={styles.ledger}>
          <TextLink onClick={() => setShowsAll(true)}>
            {intl.formatMessage({ id: 'bags.showAll' }, { count: groups.length })}
          </TextLink>
        </p>
      )}
      {(isTagged || order.countConsent !== null) && (
        <p className={styles.ledger}>
          <TextLink href={ledgerPath(order)} forward>
            {intl.formatMessage({ id: 'ledger.open' })}
          </TextLink>
        </p>
      )}
      <PhotoSheet
        open={isOpen}
        group={groups.find(({ id }) => id === shownId) ?? firstGroup}
        onClose={() => setOpen(false)}
      />
    </Section>
  )
}

/** A photo's URL without its signature, which changes with every read. */
const pathOf = (url: string) => url.split('?', 1)[0]

type Photo = { url: string; alt: string; caption: string; takenBy: string }
type PhotoSheetProps = {
  open: boolean
  group: { title: string; detail: string; photos: Photo[] }
  onClose: () => void
}

function PhotoSheet({ open, group, onClose }: PhotoSheetProps) {
  const intl = useIntl()
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={group.title}
      description={group.detail}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
    >
      {group.photos.map(({ url, alt, takenBy }) => (
        <figure className={styles.figure} key={alt}>
          <Picture url={url} alt={alt} size="large" />
          {takenBy && <figcaption className="small">{takenBy}</figcaption>}
        </figure>
      ))}
    </Sheet>
  )
}
