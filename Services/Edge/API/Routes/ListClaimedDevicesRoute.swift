import BaliseAPI
import Models

func listClaimedDevices(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let devices = try await call.send(ListClaimedDevices(account: caller.account))
    return .enveloped(
        ClaimedMiataruDeviceList(devices: devices.map(ClaimedMiataruDevice.init), totalCount: devices.count))
}

extension ClaimedMiataruDevice {
    init(_ device: ClaimedDevice) {
        self.init(
            device: device.device.text, claimedAt: device.claimedAt.date, hasKey: device.hasKey,
            canResetKey: device.canResetKey, handoverEndsAt: device.handoverEndsAt?.date)
    }
}
