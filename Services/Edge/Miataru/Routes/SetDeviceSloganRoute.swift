import BaliseJSON
import Models

func setDeviceSlogan(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let wish = try call.wrapped(in: "MiataruSetDeviceSlogan")
    let device = try wish.device("DeviceID")
    let key = try wish.key("DeviceKey")
    guard let slogan = wish.member("Slogan")?.string else { throw .invalid("Slogan must be a string") }
    _ = try await call.send(SetDeviceSlogan(device: device, key: key, slogan: slogan))
    return .acknowledgement("Device slogan set successfully")
}
