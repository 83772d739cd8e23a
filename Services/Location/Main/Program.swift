// `location`: where devices are, in a process of its own.

import Location
import ServiceRuntime
import ServiceSettings

@main
enum Program {
    static func main() async { await ServiceProgram.run([LocationService.self], name: "location", settings: .balise) }
}
