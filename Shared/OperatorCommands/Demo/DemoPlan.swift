import Foundation
import Models

/// The invented people of `demo`. The same seed gives the same people, with the same tracks up to the given time.
struct DemoPlan {
    static let sizes = 20...576

    let people: [DemoPerson]

    /// Plans the people.
    /// - Parameter size: The number of people, which must be in `sizes`. There are enough names for each of these
    ///   sizes.
    init(seed: UInt64, size: Int, now: Date) {
        var random = DemoRandom(seed: seed)
        let countries = DemoCountry.all
        // Each country's pairs of names are shuffled separately.
        var names = countries.map { country in
            country.given.flatMap { given in country.surnames.map { (given, $0) } }.shuffled(using: &random)
        }
        var people: [DemoPerson] = []
        for number in 0..<size {
            let place = number % countries.count
            let (given, surname) = names[place].removeLast()
            people.append(DemoPerson(number, countries[place], given, surname, now: now, &random))
        }
        self.people = people
    }

    var withApp: [DemoPerson] { people.filter { $0.app != nil } }
}

struct DemoPerson {
    let country: DemoCountry
    let firstName: String
    let lastName: String
    let displayName: String
    /// The sign-in name, in ASCII and unique.
    let username: String
    let createdAt: Date
    let hasConfirmedAddress: Bool
    let isDisabled: Bool
    /// The person's app; nil for a person without the app.
    let app: DemoApp?
    /// The person's home, in degrees.
    let home: (latitude: Double, longitude: Double)
    /// The places, the earliest first; empty for a person whose phone does not share its places.
    let track: [DemoFix]

    var email: String { "\(username)@example.org" }
    /// The id of the person's device for location sharing.
    var device: String { "\(username)-phone" }

    init(
        _ number: Int, _ country: DemoCountry, _ given: DemoName, _ surname: DemoName, now: Date,
        _ random: inout DemoRandom
    ) {
        self.country = country
        (firstName, lastName) = (given.written, surname.written)
        displayName = country.displayName(given, surname)
        username = "\(given.plain).\(surname.plain)"
        // The age is squared, so that most people joined recently.
        let age = Double.random(in: 0.02...1, using: &random)
        createdAt = now.addingTimeInterval(-400 * 86_400 * age * age)
        hasConfirmedAddress = Int.random(in: 0..<6, using: &random) > 0
        // Two of five people have the app, and a fifth of those share their places. The first person has it all.
        let hasApp = number % 5 < 2
        let isUnlucky = Int.random(in: 0..<30, using: &random) == 0
        isDisabled = isUnlucky && !hasApp
        let distance = Double.random(in: 0...900, using: &random)
        home = DemoWalk.place(
            distance, DemoWalk.heading(&random), from: (country.latitude, country.longitude))
        app = hasApp ? DemoApp(&random) : nil
        track = hasApp && (number / 5 + number % 5) % 5 == 0 ? DemoWalk.track(from: home, until: now, &random) : []
    }

    func imported(_ hash: SecretText) -> ImportedUser {
        var user = ImportedUser(id: username)
        user.email = Personal(email)
        user.emailIsVerified = hasConfirmedAddress
        user.username = username
        user.displayName = Personal(displayName)
        user.createdAt = UnixTime(createdAt)
        user.isDisabled = isDisabled
        user.passwordHash = hash
        return user
    }
}

/// A made-up installation of an app, for a demo user.
struct DemoApp {
    let version: String
    let isIOS: Bool
    let system: String
    let model: String
    let token: SecretText

    init(_ random: inout DemoRandom) {
        version = ["3.2.0", "3.2.0", "3.2.0", "3.1.4", "3.1.4", "2.9.1"].randomElement(using: &random) ?? ""
        isIOS = Int.random(in: 0..<4, using: &random) > 0
        let systems = isIOS ? ["26.1", "26.0", "18.6"] : ["16", "15"]
        let models = isIOS ? ["iPhone17,1", "iPhone16,2", "iPhone15,4", "iPad14,9"] : ["Pixel 9", "SM-S931B"]
        system = systems.randomElement(using: &random) ?? ""
        model = models.randomElement(using: &random) ?? ""
        let digits = (0..<64).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }
        // Tokens of APNs are hexadecimal; tokens of FCM are not.
        token = SecretText((isIOS ? "" : "demo:") + digits.joined())
    }
}

/// The place of a device at a time, in seconds since 1970.
struct DemoFix: Hashable {
    let time: Int
    let latitude: Double
    let longitude: Double
}

enum DemoWalk {
    private static let metresPerDegree = 111_320.0
    private static let length = 45

    /// Creates a walk of three quarters of an hour that stays near its beginning, with a place each minute.
    static func track(
        from home: (latitude: Double, longitude: Double), until now: Date, _ random: inout DemoRandom
    ) -> [DemoFix] {
        let end = Int(now.timeIntervalSince1970) - Int.random(in: 5..<60, using: &random)
        var place = home
        var heading = self.heading(&random)
        return (0..<length).map { step in
            let back = (
                north: (home.latitude - place.latitude) * metresPerDegree,
                east: (home.longitude - place.longitude) * metresPerDegree * cos(home.latitude * .pi / 180)
            )
            let isFar = back.north * back.north + back.east * back.east > 600 * 600
            heading = (isFar ? atan2(back.east, back.north) : heading) + Double.random(in: -0.5...0.5, using: &random)
            place = self.place(Double.random(in: 45...85, using: &random), heading, from: place)
            return DemoFix(time: end - (length - 1 - step) * 60, latitude: place.latitude, longitude: place.longitude)
        }
    }

    /// Returns a random direction, in radians clockwise from north.
    static func heading(_ random: inout DemoRandom) -> Double { Double.random(in: 0..<2 * Double.pi, using: &random) }

    static func place(
        _ metres: Double, _ heading: Double, from start: (latitude: Double, longitude: Double)
    ) -> (latitude: Double, longitude: Double) {
        let latitude = start.latitude + metres * cos(heading) / metresPerDegree
        let width = metresPerDegree * cos(start.latitude * .pi / 180)
        return (rounded(latitude), rounded(start.longitude + metres * sin(heading) / width))
    }

    /// Rounds to about a metre, the precision of a receiver.
    private static func rounded(_ degrees: Double) -> Double { (degrees * 100_000).rounded() / 100_000 }
}

/// SplitMix64 (Steele, Lea and Flood, 2014). It gives the same numbers for the same seed on every machine.
struct DemoRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
