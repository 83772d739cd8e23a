// Who may do what with a device, as statuses of each endpoint. What is denied looks like what does not exist.

import Testing

/// Somebody who asks about a device, and with which key.
enum Asker: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// Names nobody.
    case guest
    /// Names the device itself, with its key, another, or none.
    case owner, ownerWithWrongKey, ownerWithoutKey
    /// Is on the device's allowed list for everything, and has a key of its own: shown, another, not shown.
    case friend, friendWithWrongKey, friendWithoutKey
    /// Is not on the list and has no key; one shows a key all the same.
    case stranger, strangerWithSomeKey
    /// Is not on the list and has a key, which it shows.
    case keyedStranger

    var testDescription: String { rawValue }
}

/// A device with key, place, history, slogan and allowed list, and the people around it.
struct Scene: Sendable {
    let balise: RunningBalise
    let device = Fresh.device(), key = Fresh.key()
    let friend = Fresh.device(), friendsKey = Fresh.key()
    let keyed = Fresh.device(), keyedsKey = Fresh.key()
    let stranger = Fresh.device()

    init(_ balise: RunningBalise) async throws {
        self.balise = balise
        for (owner, key) in [(device, key), (friend, friendsKey), (keyed, keyedsKey)] {
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: owner, to: key))
        }
        try await balise.accept(.updateLocation, Miataru.update(device, history: "True", key: key))
        try await balise.accept(.setDeviceSlogan, Miataru.setSlogan(of: device, to: "here", key: key))
        let list = [Miataru.friend(friend, current: true, history: true)]
        try await balise.accept(.setAllowedDeviceList, Miataru.allow(list, on: device, key: key))
    }

    func reader(_ asker: Asker) -> (id: String?, key: String?) {
        switch asker {
        case .guest: (nil, nil)
        case .owner: (device, key)
        case .ownerWithWrongKey: (device, friendsKey)
        case .ownerWithoutKey: (device, nil)
        case .friend: (friend, friendsKey)
        case .friendWithWrongKey: (friend, key)
        case .friendWithoutKey: (friend, nil)
        case .stranger: (stranger, nil)
        case .strangerWithSomeKey: (stranger, key)
        case .keyedStranger: (keyed, keyedsKey)
        }
    }
}

extension EndToEnd {
    @Suite("Who asks") struct WhoAsks {
        @Test("GetLocation and GetLocationHistory", arguments: Shape.standard)
        func readings(shape: Shape) async throws {
            let scene = try await Scene(shape.balise)
            func read(_ device: String, _ asker: Asker) async throws -> [Answer] {
                let (reader, key) = scene.reader(asker)
                return [
                    try await scene.balise.post(.getLocation, Miataru.read([device], by: reader, key: key)),
                    try await scene.balise.post(.getLocationHistory, Miataru.history(of: device, by: reader, key: key)),
                ]
            }
            for asker in Asker.allCases {
                let answers = try await read(scene.device, asker)
                let status =
                    switch asker {
                    case .guest: 400
                    case .ownerWithWrongKey, .ownerWithoutKey, .friendWithWrongKey, .friendWithoutKey: 403
                    default: 200
                    }
                #expect(answers.map(\.status) == [status, status], "\(asker): \(answers)")
                if asker == .friend {
                    #expect(answers[0].json?["MiataruLocation"]?[0]?["Device"]?.text == scene.device)
                    #expect(answers[1].json?["MiataruLocation"]?.elements?.count == 1)
                } else if status == 200, asker != .owner {
                    // Whether an owner who is not on the list sees itself is left open by the contract.
                    let unknown = try await read(Fresh.device(), asker)
                    #expect(answers.map(\.body) == unknown.map(\.body), "\(asker): denied looks like unknown")
                }
            }
        }

        @Test("What is a device's own: with its key only, and a refusal tells nothing", arguments: Shape.standard)
        func owned(shape: Shape) async throws {
            let scene = try await Scene(shape.balise)
            func body(_ endpoint: Endpoint, _ key: String?) -> JSON {
                switch endpoint {
                case .updateLocation: Miataru.update(scene.device, history: "True", key: key)
                case .deleteLocation: Miataru.delete(scene.device, key: key)
                case .getVisitorHistory: Miataru.visitors(of: scene.device, key: key)
                case .setDeviceKey:
                    Miataru.setKey(of: scene.device, to: key == scene.key ? scene.key : Fresh.key(), from: key)
                case .setAllowedDeviceList: Miataru.allow([], on: scene.device, key: key ?? "")
                case .getAllowedDeviceList: Miataru.allowed(on: scene.device, key: key ?? "")
                default: Miataru.setSlogan(of: scene.device, to: "taken over", key: key ?? "")
                }
            }
            let endpoints: [Endpoint] = [
                .setDeviceKey, .getAllowedDeviceList, .setDeviceSlogan, .getVisitorHistory, .updateLocation,
                .deleteLocation, .setAllowedDeviceList,
            ]
            for endpoint in endpoints {
                let needsSome = [.getAllowedDeviceList, .setDeviceSlogan, .setAllowedDeviceList].contains(endpoint)
                for asker in Asker.allCases {
                    let key = scene.reader(asker).key
                    guard key != scene.key else { continue }
                    let answer = try await scene.balise.post(endpoint, body(endpoint, key))
                    #expect(answer.status == (key == nil && needsSome ? 400 : 403), "\(endpoint), \(asker): \(answer)")
                    for secret in [scene.key, scene.friend, "49.01", "8.40"] {
                        #expect(!answer.text.contains(secret), "\(answer)")
                    }
                }
                // Nothing of it has happened.
                let read = Miataru.history(of: scene.device, by: scene.friend, key: scene.friendsKey)
                let kept = try await scene.balise.accept(.getLocationHistory, read)["MiataruLocation"]?.elements?.count
                #expect(kept == (endpoint == .setAllowedDeviceList ? 0 : 1), "\(endpoint)")
                guard endpoint != .updateLocation else { continue }
                try await scene.balise.accept(endpoint, body(endpoint, scene.key))
            }
        }

        @Test("Slogan and status: for readers with a key", arguments: Shape.standard)
        func asked(shape: Shape) async throws {
            let scene = try await Scene(shape.balise)
            for asker in Asker.allCases {
                let (reader, key) = scene.reader(asker)
                let status =
                    switch asker {
                    case .owner, .friend, .keyedStranger: 200
                    case .guest, .ownerWithoutKey, .friendWithoutKey, .stranger: 400
                    default: 403
                    }
                let slogan = Miataru.slogan(of: scene.device, by: reader ?? "", key: key ?? "")
                #expect(try await scene.balise.post(.getDeviceSlogan, slogan).status == status, "\(asker)")
                let security = Miataru.status(of: scene.device, by: reader ?? "", key: key ?? "")
                #expect(try await scene.balise.post(.getDeviceSecurityStatus, security).status == status, "\(asker)")
            }
        }
    }
}
