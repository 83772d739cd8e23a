import Models

struct PushDeviceKey: Hashable {
    private let name: ExactText

    /// Uses the app's id of the push device, else the session, because an app signs in once on each.
    init(pushDevice: String?, session: String) {
        name = ExactText(pushDevice.map { "device/" + $0 } ?? "session/" + session)
    }
}
