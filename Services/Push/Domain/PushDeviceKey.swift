// Which tokens are of one push device.

import Models

/// What tells the tokens of one push device from those of another.
struct PushDeviceKey: Hashable {
    private let name: ExactText

    /// By what the app calls the push device, else by the session: an app signs in once on each.
    init(pushDevice: String?, session: String) {
        name = ExactText(pushDevice.map { "device/" + $0 } ?? "session/" + session)
    }
}
