/// The town and the names of the invented people from one country.
struct DemoCountry: Sendable {
    let code: String
    let language: String
    let timeZone: String
    /// The latitude of the middle of the town, in degrees.
    let latitude: Double
    let longitude: Double
    let given: [DemoName]
    let surnames: [DemoName]

    private init(
        _ code: String, _ language: String, _ timeZone: String, _ latitude: Double, _ longitude: Double,
        given: String, surnames: String
    ) {
        (self.code, self.language, self.timeZone) = (code, language, timeZone)
        (self.latitude, self.longitude) = (latitude, longitude)
        (self.given, self.surnames) = (DemoName.list(given), DemoName.list(surnames))
    }

    /// Returns the full name. In Japan and Korea the family name comes first.
    func displayName(_ given: DemoName, _ surname: DemoName) -> String {
        switch code {
        case "JP": "\(surname.written) \(given.written)"
        case "KR": surname.written + given.written
        default: "\(given.written) \(surname.written)"
        }
    }

    // Towns: Brest, Porto, Freiburg, Toruń, Thessaloniki, Lviv, Kanazawa, Pune, Alexandria, Ibadan, Recife and Busan.
    static let all = [
        DemoCountry(
            "FR", "fr-FR", "Europe/Paris", 48.3904, -4.4861,
            given: "Amélie/amelie Yann Noémie/noemie Loïc/loic Margaux Tanguy Élise/elise Corentin",
            surnames: "Le-Goff/legoff Kervella Moreau Quéméner/quemener Girard Abgrall Fontaine Riou"),
        DemoCountry(
            "PT", "pt-PT", "Europe/Lisbon", 41.1496, -8.6110,
            given: "Inês/ines João/joao Beatriz Tiago Mafalda Rui Leonor Duarte",
            surnames: "Almeida Carvalho Antunes Magalhães/magalhaes Pinto Teixeira Moura Simões/simoes"),
        DemoCountry(
            "DE", "de-DE", "Europe/Berlin", 47.9990, 7.8421,
            given: "Jürgen/juergen Greta Matthias Käthe/kaethe Lukas Frieda Jonas Annika",
            surnames: "Schäfer/schaefer Vogt Brenner Groß/gross Lindner Hauser Keller Böhm/boehm"),
        DemoCountry(
            "PL", "pl-PL", "Europe/Warsaw", 53.0138, 18.5984,
            given: "Michał/michal Zofia Łukasz/lukasz Hanna Paweł/pawel Agnieszka Tomasz Małgorzata/malgorzata",
            surnames: "Wójcik/wojcik Kowalczyk Zieliński/zielinski Mazur Dąbrowski/dabrowski Nowak Sikora Górski/gorski"
        ),
        DemoCountry(
            "GR", "el-GR", "Europe/Athens", 40.6401, 22.9444,
            given:
                "Ελένη/eleni Γιώργος/giorgos Κατερίνα/katerina Νίκος/nikos Σοφία/sofia Δημήτρης/dimitris Άννα/anna Πέτρος/petros",
            surnames:
                "Παππάς/pappas Νικολάου/nikolaou Γεωργίου/georgiou Οικονόμου/oikonomou Μακρής/makris Βλάχος/vlachos"
        ),
        DemoCountry(
            "UA", "uk-UA", "Europe/Kyiv", 49.8397, 24.0297,
            given:
                "Оксана/oksana Тарас/taras Ірина/iryna Андрій/andrii Соломія/solomiia Богдан/bohdan Марта/marta Юрій/yurii",
            surnames: "Шевчук/shevchuk Бондар/bondar Ткаченко/tkachenko Мельник/melnyk Гончар/honchar Кравець/kravets"),
        DemoCountry(
            "JP", "ja-JP", "Asia/Tokyo", 36.5613, 136.6562,
            given: "花子/hanako 健太/kenta 美咲/misaki 大輔/daisuke 結衣/yui 翔/sho 陽子/yoko 直樹/naoki",
            surnames: "山田/yamada 佐藤/sato 中村/nakamura 小林/kobayashi 加藤/kato 吉田/yoshida"),
        DemoCountry(
            "IN", "hi-IN", "Asia/Kolkata", 18.5204, 73.8567,
            given: "अनन्या/ananya रोहन/rohan प्रिया/priya विक्रम/vikram मीरा/meera अर्जुन/arjun काव्या/kavya संजय/sanjay",
            surnames: "शर्मा/sharma पाटील/patil देशमुख/deshmukh जोशी/joshi कुलकर्णी/kulkarni मेहता/mehta"),
        DemoCountry(
            "EG", "ar-EG", "Africa/Cairo", 31.2001, 29.9187,
            given: "ليلى/layla يوسف/youssef نور/nour كريم/karim سلمى/salma عمر/omar هدى/hoda طارق/tarek",
            surnames: "حسن/hassan منصور/mansour فهمي/fahmy سالم/salem نجيب/naguib شريف/sherif"),
        DemoCountry(
            "NG", "en-NG", "Africa/Lagos", 7.3775, 3.9470,
            given:
                "Adébáyò/adebayo Folákẹ́/folake Túndé/tunde Yétúndé/yetunde Ṣeun/seun Kẹ́hìndé/kehinde Bísí/bisi Wálé/wale",
            surnames: "Adéyẹmí/adeyemi Ògúnlẹ́yẹ/ogunleye Bákàrè/bakare Olúwọlé/oluwole Àjàyí/ajayi Fálọlá/falola"),
        DemoCountry(
            "BR", "pt-BR", "America/Recife", -8.0476, -34.8770,
            given: "Luíza/luiza Caio Thaís/thais Raí/rai Camila Otávio/otavio Jaqueline Davi",
            surnames: "Cavalcanti Araújo/araujo Nascimento Barreto Gusmão/gusmao Falcão/falcao"),
        DemoCountry(
            "KR", "ko-KR", "Asia/Seoul", 35.1796, 129.0756,
            given: "지우/jiwoo 민준/minjun 서연/seoyeon 도윤/doyun 하은/haeun 현우/hyunwoo 수빈/subin 예준/yejun",
            surnames: "김/kim 이/lee 박/park 최/choi 정/jung 강/kang"),
    ]
}

/// A name as its bearer writes it, and the same name in ASCII for a sign-in name.
struct DemoName: Hashable, Sendable {
    let written: String
    let plain: String

    /// Reads names with spaces between them. A slash may precede a name's ASCII form. A hyphen becomes a space.
    static func list(_ text: String) -> [DemoName] {
        text.split(separator: " ").map { name in
            let parts = name.split(separator: "/").map(String.init)
            return DemoName(
                written: parts[0].replacing("-", with: " "), plain: parts.count > 1 ? parts[1] : parts[0].lowercased())
        }
    }
}
