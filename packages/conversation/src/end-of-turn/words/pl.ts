import type { TurnWords } from '../turn-words.ts';

export const POLISH_WORDS: TurnWords = {
  classes: {
    conjunction:
      'i, a, oraz, lub, albo, czy, ale, lecz, więc, ani, i jeszcze, a także, i potem, ale też, a potem, myślnik, ukośnik, plus, zarówno, no i, tylko że',
    subordinator:
      'że, bo, ponieważ, gdyż, jeśli, jeżeli, gdy, kiedy, żeby, aby, choć, chociaż, dopóki, zanim, odkąd, który, która, które, którego, której, którą, których, gdzie, jak, co, bo nie, skoro, jakby, gdyby, niż, o ile',
    preposition:
      'w, we, z, ze, na, do, od, po, o, u, dla, za, przy, przez, bez, pod, nad, przed, między, wobec, według, podczas, oprócz, zamiast, w sprawie, na temat, ze względu na, w stosunku do, obok, około, koło, co do, w ciągu, z powodu, na rzecz, z moją, z moim, do mojego, do mojej, w mojej, w moim, na moje, dzięki',
    determiner:
      'ten, ta, to jest, tę, tego, tej, tym, te, ci, tych, tamten, tamta, mój, moja, moje, moją, mojego, mojej, moim, moich, swój, swoje, swoją, swojego, nasz, nasza, nasze, naszego, wasz, pana, pani, każdy, każda, każde, jakiś, jakaś, jakieś, jakąś, żaden, żadna, inny, inna, inne, wszystkie, ich, jego, jej, taki, taka, takie, ten sam, jeden, jedna, jakiegoś, kilka, parę',
    auxiliary:
      'jest, są, był, była, było, byli, być, będzie, będą, będę, mam, ma, mamy, mają, miał, miałam, miałem, mieć, mogę, może, można, możemy, mógłby, mogłaby, mógłbym, mogłabym, mogłoby, muszę, musi, powinien, powinna, powinno, chce, jestem, jesteśmy, nie jest, nie mam, nie mogę, nie ma, nazywam się, nazywa się, to jest, to był, chodzi o, czy jest, czy mogę, czy może pan, czy może pani, zostało, został, została, brzmi, chodzi, czy można, czy macie',
    subject:
      'ja, on, ona, ono, my, oni, się, mi, mu, nie, i nie, ale nie, że nie, że się, bo się, i się, ale ja, że ja, bo ja, jak się, i ja, czy to, że to, bo to, ale to, i to, czy ja, żeby to, żeby się, a ja, jeśli pan, jeśli pani, czy pan, czy pani, że pan, że pani, bo mam, że mam, i mam, ale mam, jak mam, pan, pani, bo mój, bo moja, i mój, a moja',
    object:
      'mnie, mną, ciebie, niego, niej, nich, nim, to, tego, tam, tu, tutaj, wszystko, nic, coś, ktoś, nikt, go, ją, je, nas, nam, dla mnie, do mnie, ze mną, u mnie, o to, tak',
    transitive:
      'chcę, chciałbym, chciałabym, chcielibyśmy, potrzebuję, szukam, proszę o, poproszę, dzwonię w sprawie, dzwonię, dzwonię żeby, dzwonię bo, chciałem, chciałam, chciałem zapytać, chciałam zapytać, chciałbym zapytać, myślę, sądzę, uważam, powiedzmy, mieszkam na, mieszkam, zrobić, wiedzieć, zapytać, umówić, umówić się, odwołać, przełożyć, zmienić, zamówić, zarezerwować, zapłacić, kupić, wysłać, znaleźć, rozmawiać, porozmawiać z, dostać, sprawdzić, proszę mi, chwileczkę, moment, sekundę, zaraz, proszę czekać, już patrzę, zobaczmy, niech sprawdzę, pisze się, zależy, wolę, wolałbym, wolałabym, mówi, mówił, mówili, zastanawiam się, ustalić, otrzymać, otrzymałem, dostałem, dostałam, zwrócić, zamówiłam, zamówiłem, zgubiłem, zgubiłam, ukradli, zepsuł, obejmuje, zawiera, pobrali, zamknąć, otworzyć, odwołałem, kupiłem, kupiłam, sprzedać, sprzedałem, znalazłem, wysłałem, wysłałam, wysłali, zapłaciłem za, wziąć, biorę, używać, używam, zrobiłem, robią, powiedzieć, powiedzieli, powiedziała, wyjaśnić, pokazać, potwierdzić, przedłużyć, naprawić, zainstalować, włączyć, wyłączyć, zablokować, odblokować, przelać, wpłacić, wypłacić, złożyć, podpisać, podpisałem, napisać, przeczytać, widziałem, znać, znam, lubię, nienawidzę, nosić, zostawić, zostawiłem, zapomniałem, zapomniałam, pamiętam, szukałem, pytałem, zgłosić, zaktualizować, wypełnić, wynająć, wynajmuję, przynieść, wymienić, dodać, usunąć, podać, mam nadzieję, mam nadzieję że, wydaje mi się, myślę że, powiedzieli że, zainteresowany, zainteresowana, uczulony na, problem z, w zamian, dotyczy, prosić o, prosiłem o, czekam na, zależy mi na',
    modifier:
      'bardzo, dużą, małą, nową, dobrą, inną, drugą, pierwszą, ostatnią, następną, całą, dużego, małego, dobrego, tak, więcej, mniej, zbyt, dość, prawie, tylko, może, chyba, jeszcze, już, zawsze, nigdy, też, także, około, mniej więcej, co najmniej, najwyżej, dokładnie, właśnie, szczególnie, nowy, nowa, nowe, nowego, duży, duża, duże, mały, mała, małe, dobry, pierwszy, pierwsza, drugi, druga, ostatni, ostatnia, następny, następna, ten sam, cały, cała, pan, pani, doktor, ulica, ulicy, aleja, pół, wpół do, kwadrans po, za kwadrans, po prostu, raczej, bardziej, najbardziej, w miarę, gdzieś, jakoś, za, numer',
    filler:
      'yyy, eee, hmm, hm, no, znaczy, to znaczy, jakby, jak to się mówi, no więc, więc, wie pan, wie pani, yy, mmm, ee, powiedzmy',
    interrogative:
      'co, kto, kiedy, gdzie, dlaczego, jak, ile, jaki, jaka, jakie, który, która, o której, skąd, dokąd, po co, jak długo, czemu, w czym, o co, do kogo',
    closing:
      'proszę, dziękuję, dzięki, dzisiaj, dziś, jutro, wczoraj, teraz, zaraz, później, potem, już, jeszcze, też, także, nie, tak, dobrze, okej, ok, możliwe, wolne, wolny, zgadza się, dokładnie, super, świetnie, jasne, tutaj, tam, w domu, wieczorem, rano, po południu, w tym tygodniu, w przyszłym tygodniu, w zeszłym tygodniu, tydzień, tygodniu, miesiącu, roku, do widzenia, do usłyszenia, do jutra, działa, pasuje, przyszło, przyszła, gotowe, prawda, znowu, ponownie, razem, online, pilnie, jak najszybciej, jeśli można, jeśli to możliwe, bardzo proszę, bardzo dziękuję, pomoc, problem, kosztuje, dzień dobry, wszystko, więcej, szybciej',
    opening:
      'tak, nie, no, dobrze, okej, więc, no dobrze, tak ale, nie ale, no ale, tak więc, halo, dzień dobry, przepraszam, słucham, proszę pana, proszę pani, ach, no tak, tak ja, nie ja, tak mam, tak jest, właściwie, w zasadzie, wie pan',
    time: 'poniedziałek, wtorek, środa, środę, czwartek, piątek, sobota, sobotę, niedziela, niedzielę, stycznia, lutego, marca, kwietnia, maja, czerwca, lipca, sierpnia, września, października, listopada, grudnia, rano, południe, południu, wieczór, wieczorem, noc, północ, godzina, godzinie, weekend, pierwszej, drugiej, trzeciej, czwartej, piątej, szóstej, siódmej, ósmej, dziewiątej, dziesiątej, jedenastej, dwunastej, trzynastej, czternastej, piętnastej, szesnastej, siedemnastej, osiemnastej, trzydzieści, piętnaście',
    unit: 'złotych, złote, euro, groszy, procent, kilo, kilogramów, metrów, kilometrów, osób, osoby, dorosłych, dzieci, nocy, noce, dni, tygodni, tygodnie, miesięcy, miesiące, lat, lata, godzin, godziny, minut, razy, pokoje, bilety, biletów, sztuk, sztuki',
  },
  asked: {
    phone:
      'mój numer, numer telefonu, telefon, numer komórki, jaki numer, pod jakim numerem, oddzwonić, numer kontaktowy',
    spelling: 'przeliterować, przeliteruje, literować, jak się pisze, pisze się',
    email: 'e mail, email, adres mailowy, mail, maila',
    code: 'numer klienta, numer zamówienia, numer umowy, numer konta, numer polisy, numer rezerwacji, numer faktury, pesel, kod, pin, numer rejestracyjny, nip, numer przesyłki, numer sprawy, hasło',
    card: 'numer karty',
    birth: 'data urodzenia, datę urodzenia, urodził',
    postcode: 'kod pocztowy',
    when: 'kiedy, o której, jaki dzień, który dzień, na kiedy, w jaki dzień, jaka data, jaki termin, na którą',
    amount: 'ile, ilu, jak długo, jak często, jaki rozmiar, jak duże, w jakim wieku',
    name: 'imię, nazwisko, jak się pan nazywa, jak się pani nazywa, z kim rozmawiam, kto mówi, na jakie nazwisko, godność',
    address: 'adres, gdzie pan mieszka, gdzie pani mieszka, jaka ulica, na jaką ulicę, dokąd, skąd',
  },
  asksYesNo: 'czy',
  yesNo:
    'tak, nie, no, dobrze, zgadza się, dokładnie, oczywiście, jasne, pewnie, okej, ok, jeszcze nie, niezupełnie, raczej tak, raczej nie, chyba tak, chyba nie, proszę, poproszę, owszem, słusznie, w porządku, zgoda, może być, pasuje, super, świetnie, niestety nie, absolutnie, jest, mam',
  or: 'czy, albo, lub',
  digits: 'zero, jeden, jedna, dwa, dwie, trzy, cztery, pięć, sześć, siedem, osiem, dziewięć',
  tens: 'dwadzieścia, trzydzieści, czterdzieści, pięćdziesiąt, sześćdziesiąt, siedemdziesiąt, osiemdziesiąt, dziewięćdziesiąt, sto, dwieście, trzysta, czterysta, pięćset, sześćset, siedemset, osiemset, dziewięćset',
  twice: '',
  thrice: '',
  at: 'małpa, at',
  dot: 'kropka',
  conditions:
    'jeśli, jeżeli, gdy, kiedy, jak, skoro, ponieważ, zanim, choć, chociaż, odkąd, gdyby, jakby, po tym jak, za każdym razem',
  postcodeDigits: 5,
  localDigits: null,
};
