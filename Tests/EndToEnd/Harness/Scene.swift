// A device and the people around it.

/// A device with key, place, history, slogan and allowed list, and the people around it.
struct Scene: Sendable {
    let balise: RunningBalise
    let device = Fresh.device(), key = Fresh.key()
    let friend = Fresh.device(), friendsKey = Fresh.key()
    let stranger = Fresh.device()

    init(_ balise: RunningBalise) async throws {
        self.balise = balise
        for (owner, key) in [(device, key), (friend, friendsKey)] {
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: owner, to: key))
        }
        try await balise.accept(.updateLocation, Miataru.update(device, history: "True", key: key))
        try await balise.accept(.setDeviceSlogan, Miataru.setSlogan(of: device, to: "here", key: key))
        let list = [Miataru.friend(friend, current: true, history: true)]
        try await balise.accept(.setAllowedDeviceList, Miataru.allow(list, on: device, key: key))
    }
}
