// Customers: invented people of East Africa. Mail goes to example.com, and no telephone number is one in use.
import { uuidFor } from './ids.ts'
import { createRandom, type Random } from './random.ts'

/** Customer is a row of the table `customers`. */
export interface Customer {
  id: string
  name: string
  email: string
  phone: string
  city: string
}

/** CUSTOMERS is how many customers there are. */
export const CUSTOMERS = 400

interface Country {
  readonly code: string
  /** digits is the length of a national number. */
  readonly digits: number
  /** cities are names with their area codes. */
  readonly cities: readonly (readonly [string, string])[]
  readonly given: readonly string[]
  readonly family: readonly string[]
}

const TANZANIA: Country = {
  code: '+255',
  digits: 9,
  cities: [
    ['Dar es Salaam', '22'],
    ['Dodoma', '26'],
    ['Arusha', '27'],
    ['Moshi', '27'],
    ['Mwanza', '28'],
    ['Zanzibar', '24'],
    ['Mbeya', '25'],
  ],
  given: [
    'Amina',
    'Asha',
    'Baraka',
    'Furaha',
    'Hamisi',
    'Imani',
    'Juma',
    'Mwajuma',
    'Neema',
    'Omari',
    'Rehema',
    'Salma',
    'Subira',
    'Tumaini',
    'Upendo',
    'Zawadi',
  ],
  family: [
    'Chande',
    'Hassani',
    'Kessy',
    'Kimaro',
    'Lyimo',
    'Makame',
    'Massawe',
    'Mbwana',
    'Mollel',
    'Msuya',
    'Mushi',
    'Mwakasege',
    'Mwinyi',
    'Ngowi',
    'Salehe',
    'Shirima',
  ],
}

const KENYA: Country = {
  code: '+254',
  digits: 9,
  cities: [
    ['Nairobi', '20'],
    ['Mombasa', '41'],
    ['Kisumu', '57'],
    ['Nakuru', '51'],
    ['Eldoret', '53'],
    ['Nyeri', '61'],
  ],
  given: [
    'Achieng',
    'Akinyi',
    'Brian',
    'Chebet',
    'Cherono',
    'Faith',
    'Kevin',
    'Kipchumba',
    'Mercy',
    'Muthoni',
    'Naliaka',
    'Njeri',
    'Odhiambo',
    'Wambui',
    'Wanjiku',
    'Wekesa',
  ],
  family: [
    'Barasa',
    'Kamau',
    'Kariuki',
    'Kilonzo',
    'Kimani',
    'Kiprono',
    'Koech',
    'Maina',
    'Mutua',
    'Mwangi',
    'Njoroge',
    'Ochieng',
    'Okoth',
    'Omondi',
    'Otieno',
    'Rotich',
  ],
}

const UGANDA: Country = {
  code: '+256',
  digits: 9,
  cities: [
    ['Kampala', '41'],
    ['Entebbe', '41'],
    ['Jinja', '43'],
    ['Gulu', '47'],
  ],
  given: [
    'Babirye',
    'Grace',
    'Kato',
    'Mirembe',
    'Nakato',
    'Namukasa',
    'Patience',
    'Samuel',
    'Sanyu',
    'Wasswa',
  ],
  family: [
    'Byaruhanga',
    'Kaggwa',
    'Kizza',
    'Lubega',
    'Mugisha',
    'Musoke',
    'Nsubuga',
    'Okello',
    'Ssemakula',
    'Tumwine',
  ],
}

const RWANDA: Country = {
  code: '+250',
  digits: 9,
  cities: [
    ['Kigali', '252'],
    ['Huye', '252'],
    ['Musanze', '252'],
  ],
  given: ['Aline', 'Diane', 'Eric', 'Jean Bosco', 'Keza', 'Mutesi', 'Olivier', 'Uwase'],
  family: ['Habimana', 'Ishimwe', 'Mukamana', 'Ndayishimiye', 'Nsengimana', 'Umutoni', 'Uwimana'],
}

const BURUNDI: Country = {
  code: '+257',
  digits: 8,
  cities: [
    ['Bujumbura', '22'],
    ['Gitega', '22'],
  ],
  given: ['Ange', 'Claude', 'Divine', 'Espérance', 'Thierry'],
  family: ['Hakizimana', 'Nahimana', 'Ndikumana', 'Niyonzima', 'Nkurunziza'],
}

const ETHIOPIA: Country = {
  code: '+251',
  digits: 9,
  cities: [
    ['Addis Ababa', '11'],
    ['Hawassa', '46'],
  ],
  given: ['Abebe', 'Hirut', 'Kebede', 'Mulu', 'Selam', 'Tigist'],
  family: ['Alemu', 'Bekele', 'Desta', 'Getachew', 'Haile', 'Tadesse'],
}

// How often each country is drawn: most customers are from the first two.
const DRAWN: readonly Country[] = [
  ...[TANZANIA, TANZANIA, TANZANIA, TANZANIA, KENYA, KENYA, KENYA, KENYA],
  ...[UGANDA, UGANDA, RWANDA, BURUNDI, ETHIOPIA],
]

/** buildCustomers returns the customers, with unique addresses and telephone numbers. */
export function buildCustomers(): Customer[] {
  const random = createRandom('customers')
  const emails = new Set<string>()
  const phones = new Set<string>()
  return Array.from({ length: CUSTOMERS }, () => {
    const country = random.pick(DRAWN)
    const [city, area] = random.pick(country.cities)
    const name = `${random.pick(country.given)} ${random.pick(country.family)}`
    const email = freeEmail(name, emails)
    const phone = freePhone(country, area, phones, random)
    return { id: uuidFor('customers', email), name, email, phone, city }
  })
}

function freeEmail(name: string, taken: Set<string>): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, '.')
  let email = `${plain}@example.com`
  for (let number = 2; taken.has(email); number++) email = `${plain}${number}@example.com`
  taken.add(email)
  return email
}

// A landline number whose subscriber part begins with 0, which is not assigned: well-formed, but unused.
function freePhone({ code, digits }: Country, area: string, taken: Set<string>, random: Random): string {
  const free = digits - area.length - 1
  for (;;) {
    const phone = `${code}${area}0${String(random.below(10 ** free)).padStart(free, '0')}`
    if (taken.has(phone)) continue
    taken.add(phone)
    return phone
  }
}
