// Who may do what with a device: a table for each endpoint. What is denied looks like what does not exist.

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

    /// The key that an asker shows as the device's own. Only one of them is right.
    func shownKey(_ asker: Asker) -> String? { reader(asker).key }
}

extension EndToEnd {
    @Suite("Who asks") struct WhoAsks {
        @Test("GetLocation and GetLocationHistory", arguments: Shape.allCases, Asker.allCases)
        func readings(shape: Shape, asker: Asker) async throws {
            let scene = try await Scene(shape.balise)
            let (reader, key) = scene.reader(asker)
            let place = try await scene.balise.post(.getLocation, Miataru.read([scene.device], by: reader, key: key))
            let past = try await scene.balise.post(
                .getLocationHistory, Miataru.history(of: scene.device, by: reader, key: key))
            let status: Int
            switch asker {
            case .guest: status = 400
            case .ownerWithWrongKey, .ownerWithoutKey, .friendWithWrongKey, .friendWithoutKey: status = 403
            default: status = 200
            }
            #expect(place.status == status && past.status == status, "\(place), \(past)")
            guard status == 200 else { return }
            if asker == .friend {
                #expect(place.json?["MiataruLocation"]?[0]?["Device"]?.text == scene.device)
                #expect(past.json?["MiataruLocation"]?.elements?.count == 1)
            } else if asker != .owner {
                // Whether an owner who is not on the list sees itself is left open by the contract.
                let nobody = Fresh.device()
                let unknown = try await scene.balise.post(.getLocation, Miataru.read([nobody], by: reader, key: key))
                let noPast = try await scene.balise.post(
                    .getLocationHistory, Miataru.history(of: nobody, by: reader, key: key))
                #expect(place.body == unknown.body && past.body == noPast.body, "denied looks like unknown")
            }
        }

        @Test(
            "Writing, deleting, reading visitors: with the device's key only", arguments: Shape.allCases, Asker.allCases
        )
        func owned(shape: Shape, asker: Asker) async throws {
            for endpoint in [Endpoint.updateLocation, .deleteLocation, .getVisitorHistory] {
                try await judgeOwned(endpoint, asker, shape)
            }
        }

        private func judgeOwned(_ endpoint: Endpoint, _ asker: Asker, _ shape: Shape) async throws {
            let scene = try await Scene(shape.balise)
            let key = scene.shownKey(asker)
            let body =
                switch endpoint {
                case .updateLocation: Miataru.update(scene.device, history: "True", key: key)
                case .deleteLocation: Miataru.delete(scene.device, key: key)
                default: Miataru.visitors(of: scene.device, key: key)
                }
            let answer = try await scene.balise.post(endpoint, body)
            #expect(answer.status == (key == scene.key ? 200 : 403), "\(answer)")
            guard answer.status == 403 else { return }
            #expect(answer.error?.hasPrefix("Forbidden: ") == true)
            let read = Miataru.history(of: scene.device, by: scene.friend, key: scene.friendsKey)
            #expect(try await scene.balise.accept(.getLocationHistory, read)["MiataruLocation"]?.elements?.count == 1)
        }

        @Test(
            "Key, list and slogan: with the device's key only", arguments: Shape.allCases, Asker.allCases)
        func secured(shape: Shape, asker: Asker) async throws {
            for endpoint in [Endpoint.setDeviceKey, .setAllowedDeviceList, .getAllowedDeviceList, .setDeviceSlogan] {
                try await judgeSecured(endpoint, asker, shape)
            }
        }

        private func judgeSecured(_ endpoint: Endpoint, _ asker: Asker, _ shape: Shape) async throws {
            let scene = try await Scene(shape.balise)
            let key = scene.shownKey(asker)
            let body =
                switch endpoint {
                case .setDeviceKey: Miataru.setKey(of: scene.device, to: Fresh.key(), from: key)
                case .setAllowedDeviceList: Miataru.allow([], on: scene.device, key: key ?? "")
                case .getAllowedDeviceList: Miataru.allowed(on: scene.device, key: key ?? "")
                default: Miataru.setSlogan(of: scene.device, to: "taken over", key: key ?? "")
                }
            let refused = key == nil && endpoint != .setDeviceKey ? 400 : 403
            let answer = try await scene.balise.post(endpoint, body)
            #expect(answer.status == (key == scene.key ? 200 : refused), "\(answer)")
        }

        @Test(
            "Slogan and status: for readers with a key", arguments: Shape.allCases, Asker.allCases)
        func asked(shape: Shape, asker: Asker) async throws {
            for endpoint in [Endpoint.getDeviceSlogan, .getDeviceSecurityStatus] {
                try await judgeAsked(endpoint, asker, shape)
            }
        }

        private func judgeAsked(_ endpoint: Endpoint, _ asker: Asker, _ shape: Shape) async throws {
            let scene = try await Scene(shape.balise)
            let (reader, key) = scene.reader(asker)
            let body =
                endpoint == .getDeviceSlogan
                ? Miataru.slogan(of: scene.device, by: reader ?? "", key: key ?? "")
                : Miataru.status(of: scene.device, by: reader ?? "", key: key ?? "")
            let status: Int
            switch asker {
            case .owner, .friend, .keyedStranger: status = 200
            case .guest, .ownerWithoutKey, .friendWithoutKey, .stranger: status = 400
            default: status = 403
            }
            #expect(try await scene.balise.post(endpoint, body).status == status)
        }

        @Test("Refusals tell nothing about the device", arguments: Shape.allCases)
        func silence(shape: Shape) async throws {
            let scene = try await Scene(shape.balise)
            for (endpoint, body) in [
                (Endpoint.updateLocation, Miataru.update(scene.device)),
                (.deleteLocation, Miataru.delete(scene.device, key: "wrong")),
                (.getVisitorHistory, Miataru.visitors(of: scene.device)),
                (.getAllowedDeviceList, Miataru.allowed(on: scene.device, key: "wrong")),
                (.setDeviceKey, Miataru.setKey(of: scene.device, to: "x", from: "wrong")),
            ] {
                let answer = try await scene.balise.post(endpoint, body)
                #expect(answer.status == 403)
                for secret in [scene.key, scene.friend, "49.01", "8.40", "here"] {
                    #expect(!answer.text.contains(secret), "\(answer)")
                }
            }
        }

        @Test("Fields are judged before keys", arguments: Shape.allCases)
        func order(shape: Shape) async throws {
            let scene = try await Scene(shape.balise)
            let badPlace = Miataru.update(scene.device).replacing(["MiataruLocation", 0, "Latitude"], with: "91")
            let badAmount = Miataru.history(of: scene.device, "0", by: scene.device, key: "wrong")
            let badVisitors = Miataru.visitors(of: scene.device, "0", key: "wrong")
            let badSlogan = Miataru.setSlogan(of: scene.device, to: "a\nb", key: "wrong")
            let badList = Miataru.allow([[:]], on: scene.device, key: "wrong")
            let badKey = Miataru.setKey(of: scene.device, to: "", from: "wrong")
            for (endpoint, body) in [
                (Endpoint.updateLocation, badPlace), (.getLocationHistory, badAmount),
                (.getVisitorHistory, badVisitors),
                (.setDeviceSlogan, badSlogan), (.setAllowedDeviceList, badList), (.setDeviceKey, badKey),
            ] {
                let answer = try await scene.balise.post(endpoint, body)
                #expect(answer.status == 400, "\(endpoint): \(answer)")
            }
        }
    }
}
